import type { AnyEndpoint, Home } from '@tally/contract';
import type { Feature, Route } from '@tally/kernel';

/** All homes of the contract, keyed by their word. */
export type Contract = Readonly<Record<string, Home>>;

export interface NamedEndpoint {
  /** The name `home.call`, which is also the operation id in the OpenAPI document and the label in the metrics. */
  readonly name: string;
  readonly home: string;
  readonly endpoint: AnyEndpoint;
}

export function listEndpoints(contract: Contract): readonly NamedEndpoint[] {
  return Object.entries(contract).flatMap(([home, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({ name: `${home}.${call}`, home, endpoint })),
  );
}

/** Maps each endpoint to its handler. An endpoint without a handler answers 501, and two handlers are an error. */
export function collectRoutes(features: readonly Feature[]): ReadonlyMap<AnyEndpoint, Route> {
  const routes = new Map<AnyEndpoint, Route>();
  for (const feature of features) {
    for (const route of feature.routes ?? []) {
      const { method, path } = route.endpoint;
      if (routes.has(route.endpoint)) throw new Error(`${feature.name}: ${method} ${path} already has a handler`);
      routes.set(route.endpoint, route);
    }
  }
  return routes;
}

export function listNotBuilt(contract: Contract, features: readonly Feature[]): readonly string[] {
  const routes = collectRoutes(features);
  return listEndpoints(contract)
    .filter(({ endpoint }) => !routes.has(endpoint))
    .map(({ name }) => name)
    .sort();
}

/** Converts `/data/guild/{guildId}` to the router's syntax. The router prefers fixed words over parameters. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Returns true if the declaration has a body. The default is an empty object. */
export const takesBody = (endpoint: AnyEndpoint): boolean => hasFields(endpoint.body);

export function hasFields(schema: { _zod?: { def?: { shape?: unknown } } }): boolean {
  const shape = schema._zod?.def?.shape;
  return !(typeof shape === 'object' && shape !== null && Object.keys(shape).length === 0);
}
