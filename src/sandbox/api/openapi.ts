// The OpenAPI 3.1 document at `/api/docs`, generated from the operations and their schemas.
import { Router } from 'express';
import { z } from 'zod';
import { onBehalfOfScopes } from '../scopes.ts';
import type { Access } from './access.ts';
import { resources, serviceScopesOf } from './all-operations.ts';
import { emptySchema, type Operation } from './operation.ts';

const refusalSchema = z
  .object({ errors: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .describe('One kind of error, with what is known about it');

const refusalDescriptions: Record<number, string> = {
  400: 'The request is not as described, or makes no sense now (kinds: validation, logic)',
  401: 'The token is missing, unknown or expired (kind: authentication)',
  403: 'The token may not do this (kind: access)',
  404: 'There is no such thing (kind: resource)',
};

/** Returns the route of the OpenAPI document. */
export function openApi({ operations, url }: { operations: Operation[]; url: string }): Router {
  const routes = Router();
  routes.get('/api/docs', (_req, res) => res.json(describeApi({ operations, url })));
  return routes;
}

function describeApi({ operations, url }: { operations: Operation[]; url: string }) {
  const registry = nameSchemas(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation, (schema) => reference(registry, schema)),
    };
  }
  const { schemas } = z.toJSONSchema(registry, { uri: schemaPointer });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbox convention',
      version: '0',
      description: 'A stand-in for the registration platform.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, withoutDialect(schema)]),
      ),
      securitySchemes: securitySchemes(url, serviceScopesOf(operations)),
    },
  };
}

type SchemaRegistry = z.core.$ZodRegistry<{ id: string }>;

function nameSchemas(operations: Operation[]): SchemaRegistry {
  const registry: SchemaRegistry = z.registry();
  const schemas = [...resources.map((one) => one.schemas), { Refusal: refusalSchema }];
  for (const [id, schema] of schemas.flatMap((one) => Object.entries<z.ZodType>(one)))
    registry.add(schema, { id });
  for (const { name, outputSchema } of operations) {
    if (outputSchema !== emptySchema && !registry.has(outputSchema))
      registry.add(outputSchema, { id: `${name}Answer` });
  }
  return registry;
}

function describeOperation(
  { name, method, path, summary, access, inputSchema, outputSchema, errorStatuses }: Operation,
  contentOf: (schema: z.ZodType) => object,
) {
  const refusals = [...(access === 'anyone' ? [] : [401, 403]), ...errorStatuses].sort();
  const input =
    inputSchema === emptySchema
      ? undefined
      : withoutDialect(z.toJSONSchema(inputSchema, { io: 'input' }));
  return {
    operationId: name,
    summary,
    security: securityOf(access),
    parameters: [...pathParameters(path), ...(method === 'get' ? queryParameters(input) : [])],
    ...(method !== 'get' &&
      input && {
        requestBody: {
          // A body in which every field is optional may be left out.
          required: !inputSchema.safeParse({}).success,
          content: { 'application/json': { schema: input } },
        },
      }),
    responses: {
      ...(outputSchema === emptySchema
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Answered', content: contentOf(outputSchema) } }),
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          { description: refusalDescriptions[status], content: contentOf(refusalSchema) },
        ]),
      ),
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
}

function queryParameters(inputSchema: z.core.JSONSchema.BaseSchema | undefined) {
  return Object.entries(inputSchema?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
}

function securityOf(access: Access) {
  if (access === 'anyone') return [];
  if ('attendee' in access) return [{ onBehalfOf: [access.attendee] }];
  return [
    { serviceIntegration: [access.service] },
    ...(access.own ? [{ onBehalfOf: [access.own] }] : []),
  ];
}

function securitySchemes(url: string, serviceScopes: readonly string[]) {
  const tokenUrl = `${url}/api/oauth/token`;
  const authorizationCode = {
    authorizationUrl: `${url}/oauth/authorize`,
    tokenUrl,
    scopes: onBehalfOfScopes,
  };
  const clientCredentials = {
    tokenUrl,
    scopes: Object.fromEntries(serviceScopes.map((scope) => [scope, ''])),
  };
  return {
    onBehalfOf: { type: 'oauth2', flows: { authorizationCode } },
    serviceIntegration: { type: 'oauth2', flows: { clientCredentials } },
  };
}

function reference(registry: SchemaRegistry, schema: z.ZodType) {
  return {
    'application/json': { schema: { $ref: schemaPointer(registry.get(schema)?.id ?? '') } },
  };
}

function schemaPointer(name: string): string {
  return `#/components/schemas/${name}`;
}

/** All schemas of an OpenAPI 3.1 document share one dialect, so they need not name it. */
function withoutDialect({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema) {
  return schema;
}
