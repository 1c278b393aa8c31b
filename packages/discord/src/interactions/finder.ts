import { type Ctx, say } from '@tally/kernel';
import { type Answer, privately } from './answers.ts';
import type { Call, ReadInteraction, SlashCall } from './call.ts';
import type { CommandPart, Option } from './definition.ts';
import { menuNames } from './menu-names.ts';

/** What is to be done for one interaction. */
export interface Job {
  readonly what: string;
  readonly isComponent: boolean;
  readonly isPrivate: boolean;
  readonly call: Call;
  readonly run: (ctx: Ctx) => Promise<Answer>;
}

/** A command of an older version of ours: the person is told, and nothing hangs. */
export const unknownJob = (read: Exclude<ReadInteraction, { kind: 'ping' | 'complete' }>): Job => ({
  what: read.kind,
  isComponent: read.kind === 'component',
  isPrivate: true,
  call: read.call,
  run: (ctx) => Promise.resolve(privately(say(ctx.locale, 'errors.unknownCall'))),
});

/** Looks up which part of which feature an interaction is for. */
export function createFinder(parts: readonly CommandPart[]) {
  const slashes = new Map<
    string,
    { options: readonly Option[]; isPrivate: boolean; run: (ctx: Ctx, call: SlashCall) => Promise<Answer> }
  >();
  for (const part of parts) {
    if (part.kind !== 'slash') continue;
    const commands = part.subcommands
      ? part.subcommands.map((each) => ({ ...each, name: `${part.name} ${each.name}` }))
      : [part];
    for (const { name, options = [], isPrivate = false, run } of commands)
      slashes.set(name, { options, isPrivate, run });
  }
  const menus = new Map(
    parts.flatMap((part) =>
      part.kind === 'messageMenu' || part.kind === 'userMenu'
        ? menuNames(part.name).map((name) => [`${part.kind} ${name}`, part] as const)
        : [],
    ),
  );
  const components = new Map(parts.flatMap((part) => (part.kind === 'component' ? [[part.id, part] as const] : [])));
  const modals = new Map(parts.flatMap((part) => (part.kind === 'modal' ? [[part.id, part] as const] : [])));

  const job = (read: Exclude<ReadInteraction, { kind: 'ping' | 'complete' }>): Job | null => {
    switch (read.kind) {
      case 'slash':
        return toJob(slashes.get(read.path), read.call, `/${read.path}`);
      case 'messageMenu':
      case 'userMenu':
        return toJob(menus.get(`${read.kind} ${read.name}`), read.call, read.name);
      case 'component':
        return toJob(components.get(read.id), read.call, read.id, true);
      case 'modal':
        return toJob(modals.get(read.id), read.call, read.id);
    }
  };
  return {
    job,
    option: (path: string, name: string) => slashes.get(path)?.options.find((option) => option.name === name) ?? null,
  };
}

function toJob<C extends Call>(
  part: { readonly isPrivate?: boolean; readonly run: (ctx: Ctx, call: C) => Promise<Answer> } | undefined,
  call: C,
  what: string,
  isComponent = false,
): Job | null {
  if (!part) return null;
  // In an async function, so that a part that throws at once is treated like one that rejects.
  return { what, isComponent, isPrivate: part.isPrivate ?? false, call, run: async (ctx) => await part.run(ctx, call) };
}
