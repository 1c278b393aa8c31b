import { expect, it } from 'vitest';
import { type Replaced, replaced } from '../simulation/replaced.ts';

type Module = Readonly<Record<string, unknown>>;
const read = async (path: string): Promise<Module> => (await import(path)) as Module;

/** Returns functions of a store that its stand-in lacks and that are not known to be off the path. */
function missing(real: Module, standIn: Module, offThePath: Replaced['offThePath']): string[] {
  const functions = Object.keys(real).filter((name) => typeof real[name] === 'function');
  return functions.filter((name) => {
    const isReplaced = standIn[name] !== undefined && standIn[name] !== real[name];
    return isReplaced === offThePath.includes(name);
  });
}

it.each(replaced)('every function of $store has a stand-in or is not used', async ({ store, by, offThePath }) => {
  const [real, standIn] = await Promise.all([read(`../../${store}`), read(`../simulation/memory/${by}`)]);
  expect(missing(real, standIn, offThePath)).toEqual([]);
  expect(offThePath.filter((name) => !(name in real))).toEqual([]);
});

it('a planted function is found', () => {
  const one = () => 1;
  expect(missing({ one }, {}, [])).toEqual(['one']);
  expect(missing({ one }, { one }, [])).toEqual(['one']);
  expect(missing({ one }, { one: () => 2 }, ['one'])).toEqual(['one']);
  expect(missing({ one }, { one }, ['one'])).toEqual([]);
});
