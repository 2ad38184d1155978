import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import type { Person } from './page.ts';

const platform = new Pool(process.env.CONVENTION_URL ?? '');

async function ask<Answer>(path: string): Promise<Answer> {
  const headers = { authorization: 'Bearer token-1' };
  const { body } = await platform.request({ method: 'GET', path, headers });
  return (await body.json()) as Answer;
}

const askForUser = () => ask<Person['user']>('/api/users/current');
const askForRegistration = () => ask<Person['registration']>('/api/v0/users/1/registration');

export async function newPerson(): Promise<Person> {
  const [user, registration] = await Promise.all([askForUser(), askForRegistration()]);
  return { user, registration, formToken: randomBytes(32).toString('base64url') };
}

export async function askAgain(person: Person, path: string): Promise<Person> {
  if (path === '/profile') return { ...person, user: await askForUser() };
  const [user, registration] = await Promise.all([askForUser(), askForRegistration()]);
  return { ...person, user, registration };
}
