import { parseAst } from 'vitest/node';
import type { House } from './house.ts';
import { type Measure, type Place, sumOf } from './measure.ts';

interface Member {
  readonly type: string;
  readonly optional?: boolean;
}
/** The few node types of the syntax tree that we use. */
interface Node {
  readonly type: string;
  readonly id?: { readonly name: string } | null;
  readonly declaration?: Node | null;
  readonly extends?: readonly { readonly expression: { readonly name?: string } }[];
  readonly body?: { readonly body: readonly (Node & Member)[] };
}

/** Returns the interfaces of a file, including those in `declare module`. */
function interfacesOf(path: string, text: string): Node[] {
  const { body } = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as { body: Node[] };
  return body
    .flatMap((node) => {
      const declared = node.declaration ?? node;
      if (declared.type === 'TSModuleDeclaration') return [...(declared.body?.body ?? [])];
      return [declared];
    })
    .flatMap((node) => {
      const declared = node.declaration ?? node;
      return declared.type === 'TSInterfaceDeclaration' ? [declared] : [];
    });
}

/** Counts the members of every declaration of an interface, and of its base interfaces in the same file. */
function membersOf(house: House, name: RegExp, counts: (member: Member) => boolean): Place[] {
  return house.product.flatMap(({ path, text }) => {
    if (!new RegExp(`\\binterface (?:${name.source})\\b`).test(text)) return [];
    const all = interfacesOf(path, text);
    const declared = all.filter(({ id }) => id && new RegExp(`^(?:${name.source})$`).test(id.name));
    const above = new Set(declared.flatMap((node) => node.extends?.map(({ expression }) => expression.name) ?? []));
    const places = [...declared, ...all.filter(({ id }) => id && above.has(id.name))].map(({ body }) => ({
      at: path,
      count: body?.body.filter(counts).length ?? 0,
    }));
    const count = sumOf(places);
    return count ? [{ at: path, count }] : [];
  });
}

export const interfaces: readonly Measure[] = [
  {
    name: 'hooksOnFeature',
    says: 'hooks on `Feature`',
    target: 45,
    placesIn: (house) => membersOf(house, /Feature/, () => true),
  },
  {
    name: 'optionalMembersOfPlatformConnection',
    says: 'optional members of `PlatformConnection` and its groups',
    target: 0,
    placesIn: (house) =>
      membersOf(house, /PlatformConnection|PlatformLogin|\w+Calls/, ({ optional }) => optional === true),
  },
];
