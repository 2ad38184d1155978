// The OpenAPI 3.1 document at `/api/docs`, made from the operations and the schemas that they answer by.
import { Router } from 'express';
import { z } from 'zod';
import { DEALER } from '../records/dealer.ts';
import { OPTION, REGISTRATION } from '../records/registration.ts';
import { HELD_ROLE, ROLE } from '../records/role.ts';
import { CURRENT_USER, USER_SUMMARY } from '../records/user.ts';
import { DEPARTMENT, VOLUNTEER } from '../records/volunteer.ts';
import { ON_BEHALF_OF_SCOPES, SERVICE_SCOPES } from '../scopes.ts';
import type { Access } from './access.ts';
import { NOTHING, type Operation } from './operation.ts';

const RECORDS = {
  CurrentUser: CURRENT_USER,
  UserSummary: USER_SUMMARY,
  Option: OPTION,
  Registration: REGISTRATION,
  Volunteer: VOLUNTEER,
  Department: DEPARTMENT,
  Dealer: DEALER,
  Role: ROLE,
  HeldRole: HELD_ROLE,
};

const REFUSAL = z
  .object({ errors: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .describe('One kind of error, with what is known about it');

const REFUSED_BECAUSE: Record<number, string> = {
  400: 'The request is not as described, or makes no sense now (kinds: validation, logic)',
  401: 'The token is missing, unknown or expired (kind: authentication)',
  403: 'The token may not do this (kind: access)',
  404: 'There is no such thing (kind: resource)',
};

/** Returns the route of the document. */
export function openApi({ operations, url }: { operations: Operation[]; url: string }): Router {
  const document = describeApi({ operations, url });
  const routes = Router();
  routes.get('/api/docs', (_req, res) => res.json(document));
  return routes;
}

function describeApi({ operations, url }: { operations: Operation[]; url: string }) {
  const named = nameSchemas(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of operations) {
    paths[one.path] = {
      ...paths[one.path],
      [one.method]: describeOperation(one, (schema) => reference(named, schema)),
    };
  }
  const { schemas } = z.toJSONSchema(named, { uri: pointer });
  return {
    openapi: '3.1.0',
    info: { title: 'Sandbox convention', version: '0', description: 'A stand-in for the registration platform.' },
    servers: [{ url }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)])),
      securitySchemes: securitySchemes(url),
    },
  };
}

type Names = z.core.$ZodRegistry<{ id: string }>;

function nameSchemas(operations: Operation[]): Names {
  const named: Names = z.registry();
  for (const [id, schema] of Object.entries({ ...RECORDS, Refusal: REFUSAL })) named.add(schema, { id });
  for (const { name, answers } of operations) {
    if (answers !== NOTHING && !named.has(answers)) named.add(answers, { id: `${name}Answer` });
  }
  return named;
}

function describeOperation(
  { name, method, path, summary, access, sends, answers, refuses }: Operation,
  contentOf: (schema: z.ZodType) => object,
) {
  const refusals = [...(access === 'anyone' ? [] : [401, 403]), ...refuses].sort();
  const sent = sends === NOTHING ? undefined : plain(z.toJSONSchema(sends, { io: 'input' }));
  return {
    operationId: name,
    summary,
    security: securityOf(access),
    parameters: [...pathParameters(path), ...(method === 'get' ? queryParameters(sent) : [])],
    ...(method !== 'get' &&
      sent && { requestBody: { required: true, content: { 'application/json': { schema: sent } } } }),
    responses: {
      ...(answers === NOTHING
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Answered', content: contentOf(answers) } }),
      ...Object.fromEntries(
        refusals.map((status) => [status, { description: REFUSED_BECAUSE[status], content: contentOf(REFUSAL) }]),
      ),
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
}

function queryParameters(sent: z.core.JSONSchema.BaseSchema | undefined) {
  return Object.entries(sent?.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function securityOf(access: Access) {
  if (access === 'anyone') return [];
  if ('attendee' in access) return [{ onBehalfOf: [access.attendee] }];
  return [{ serviceIntegration: [access.service] }, ...(access.own ? [{ onBehalfOf: [access.own] }] : [])];
}

function securitySchemes(url: string) {
  const tokenUrl = `${url}/api/oauth/token`;
  const authorizationCode = { authorizationUrl: `${url}/oauth/authorize`, tokenUrl, scopes: ON_BEHALF_OF_SCOPES };
  const clientCredentials = { tokenUrl, scopes: Object.fromEntries(SERVICE_SCOPES.map((scope) => [scope, ''])) };
  return {
    onBehalfOf: { type: 'oauth2', flows: { authorizationCode } },
    serviceIntegration: { type: 'oauth2', flows: { clientCredentials } },
  };
}

function reference(named: Names, schema: z.ZodType) {
  return { 'application/json': { schema: { $ref: pointer(named.get(schema)?.id ?? '') } } };
}

function pointer(name: string): string {
  return `#/components/schemas/${name}`;
}

/** OpenAPI 3.1 has one dialect for all its schemas: they need not name it each. */
function plain({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema) {
  return schema;
}
