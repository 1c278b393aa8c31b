import { contract } from '@tally/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '../endpoints.ts';
import { sampleApi } from '../sample.ts';
import { describeApi, type OpenApiDocument } from './openapi.ts';
import { drawDocs } from './page.ts';
import { collectSchemas } from './schemas.ts';

const whole = describeApi(contract, { siteName: 'Tally', isBuilt: () => false });
const operations = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('every call of the contract is in the document, under its own name', () => {
  const names = operations(whole).map(({ operation }) => operation.operationId);
  expect(names.toSorted()).toEqual(
    listEndpoints(contract)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('every reference resolves, and every path parameter is described', () => {
  const text = JSON.stringify(whole);
  const targets = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`),
  );
  const known = new Set(
    Object.entries(whole.components).flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind} ${name}`)),
  );
  expect([...targets].filter((target) => !known.has(target))).toEqual([]);
  expect(text).not.toContain('#/$defs/');
  for (const { path, operation } of operations(whole)) {
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters.filter((each) => each['in'] === 'path').map((each) => each['name']);
    expect(described, `in ${path}`).toEqual(expect.arrayContaining(places));
    expect(described, `in ${path}`).toHaveLength(places.length);
  }
});

test('only calls that run once accept an Idempotency-Key', () => {
  const takes = operations(whole)
    .filter(({ operation }) => operation.parameters.some((each) => each['name'] === 'Idempotency-Key'))
    .map(({ operation }) => operation.operationId);
  expect(takes).toEqual(expect.arrayContaining(['giveaways.createGiveaway', 'teams.inviteToTeam']));
  expect(takes.toSorted()).toEqual(
    listEndpoints(contract)
      .filter(({ endpoint }) => endpoint.once)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('component names and operation ids are valid in OpenAPI', () => {
  for (const parts of Object.values(whole.components)) {
    for (const name of Object.keys(parts)) expect(name).toMatch(/^[\w.-]+$/);
  }
});

test('named schemas become components, even as a whole reply, and a field may be called id', () => {
  const schemas = collectSchemas();
  const Cat = z.object({ id: z.string(), at: z.iso.datetime() }).meta({ id: 'TestCat' });
  const Basket = z.object({ cats: z.array(Cat), best: Cat.nullable() }).meta({ id: 'TestBasket' });
  expect(schemas.toJson(Basket)).toEqual({ $ref: '#/components/schemas/TestBasket' });
  expect(schemas.components['TestBasket']?.['properties']).toMatchObject({
    cats: { type: 'array', items: { $ref: '#/components/schemas/TestCat' } },
  });
  expect(schemas.components['TestCat']).toMatchObject({
    type: 'object',
    properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
  });
});

test('the page shows every call, runs nothing of others and nothing inline', async () => {
  const page = drawDocs(whole);
  for (const { operation } of operations(whole)) expect(page).toContain(`<details id="${operation.operationId}"`);
  expect(page).not.toMatch(
    /<script(?![^>]*src="\/docs\/page\.js")|style="| on[a-z]+=|https?:\/\/(?!localhost)[^"<\s]*\.(js|css)/,
  );
  expect(page).not.toContain('undefined');
});

test('markup in a summary is text', () => {
  const { paths } = whole;
  const first = Object.values(paths)[0] ?? {};
  const evil = {
    ...whole,
    paths: {
      '/x': Object.fromEntries(
        Object.entries(first).map(([m, o]) => [m, { ...o, summary: '<img src=x onerror=alert(1)>' }]),
      ),
    },
  };
  expect(drawDocs(evil)).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('serves document and page with a strict policy, and answers 304 when they are unchanged', async () => {
  const app = await sampleApi();
  const json = await app.inject('/openapi.json');
  expect(json.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'Tally API' } });
  const page = await app.inject('/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  for (const part of ['/docs/page.css', '/docs/page.js']) expect((await app.inject(part)).statusCode).toBe(200);
  const again = await app.inject({ url: '/docs', headers: { 'if-none-match': String(page.headers['etag']) } });
  expect(again.statusCode).toBe(304);
});
