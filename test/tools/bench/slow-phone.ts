// Measures the download and the waiting time on a slow phone, for the same pages in Lanyard and in
// the textbook app, each on a first visit.

import { type PhoneView, startSlowPhone } from '../../support/browser/slow-phone.ts';
import { withLifetime } from '../../support/machine/child-app.ts';
import { quantile, ratioOf } from './figures.ts';
import { logIn } from './load.ts';
import { printRow } from './report.ts';
import type { Start } from './runners.ts';
import { programs } from './scenarios.ts';
import type { Measured, Verdict } from './verdict.ts';

const names = ['Lanyard', 'textbook'] as const;
const paths = ['/badge-name', '/profile'];
const rounds = 5;
const longestWait = 2500;

type Figure = 'bytes' | 'requests' | 'lcp';
type Open = (path: string) => Promise<PhoneView>;

export async function comparePhones(start: Start): Promise<Measured> {
  console.log('\n### On a slow phone: 400 kbit/s, 400 ms, a quarter of the processor\n');
  printRow('page', 'contender', 'bytes', 'requests', 'LCP ms');
  printRow(...Array(5).fill('---'));
  const verdicts = await withLifetime(async (lifetime) => {
    const view = await startSlowPhone(lifetime);
    const [ours, textbook] = await Promise.all(
      names.map(async (name): Promise<Open> => {
        const { origin, stop } = await start(name);
        lifetime.after(stop);
        const cookies = cookiesIn(await logIn(origin, programs[name].loginPath));
        return (path) => view(origin + path, cookies);
      }),
    );
    const all: Verdict[] = [];
    for (const path of paths)
      if (ours && textbook) all.push(...(await comparePage(path, [ours, textbook])));
    return all;
  });
  return { what: 'a slow phone', verdicts };
}

async function comparePage(path: string, both: readonly [Open, Open]): Promise<Verdict[]> {
  const views: [PhoneView[], PhoneView[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [index, open] of both.entries()) views[index]?.push(await open(path));
  const [ours, textbook] = views;
  for (const [index, name] of names.entries()) {
    const middle = (figure: Figure) => quantile(figuresOf(views[index], figure)).toFixed(0);
    printRow(path, name, middle('bytes'), middle('requests'), middle('lcp'));
  }
  const what = `${path}, on a slow phone`;
  const ratio = (figure: Figure, kind: string): Verdict => {
    const { median, lower, upper } = ratioOf(figuresOf(ours, figure), figuresOf(textbook, figure));
    const ofTextbook = { what, kind: `${kind} / textbook`, row: 'textbook' };
    return { ...ofTextbook, measured: median, target: 1, lower, upper };
  };
  const wait = quantile(figuresOf(ours, 'lcp'));
  return [
    ratio('bytes', 'bytes'),
    ratio('requests', 'requests'),
    ratio('lcp', 'LCP'),
    { what, kind: 'LCP ms', row: 'Lanyard', measured: wait, target: longestWait },
  ];
}

const figuresOf = (views: readonly PhoneView[] = [], figure: Figure) =>
  views.map((view) => view[figure]);

function cookiesIn(header: string): Map<string, string> {
  return new Map(
    header.split('; ').map((pair): [string, string] => {
      const end = pair.indexOf('=');
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
}
