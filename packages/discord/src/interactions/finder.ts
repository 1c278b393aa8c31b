import { defaultLocale, type Locale, locales, type TextKey } from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';
import { type Answer, privately } from './answers.ts';
import type { Call, ReadInteraction } from './call.ts';
import type { CommandPart, Option, Subcommand } from './definition.ts';
import { mergeCommands } from './merge.ts';
import { findBadOption } from './options.ts';
import { type Requirements, whyNot } from './requirements.ts';

/** The work for one interaction. */
export interface Job {
  readonly what: string;
  /** The name under which the use is counted. Null if it is not ours, or a form that a command or button opened. */
  readonly counts: 'command' | 'button' | null;
  readonly isComponent: boolean;
  readonly isPrivate: boolean;
  readonly call: Call;
  readonly run: (ctx: Ctx) => Promise<Answer>;
}

/** Handles a command of an older version, so the person gets an answer instead of a timeout. */
export const unknownJob = (read: Exclude<ReadInteraction, { kind: 'ping' | 'complete' }>): Job => ({
  what: read.kind,
  counts: null,
  isComponent: read.kind === 'component',
  isPrivate: true,
  call: read.call,
  run: (ctx) => Promise.resolve(privately(say(ctx.locale, 'commands.unknown'))),
});

export function createFinder(all: readonly CommandPart[]) {
  const parts = mergeCommands(all);
  const slashes = new Map<string, Omit<Subcommand, 'about'> & Requirements>();
  for (const part of parts) {
    if (part.kind !== 'slash') continue;
    const isInDms = part.isInDms ?? false;
    if (!part.subcommands) slashes.set(part.name, { ...part, isInDms });
    for (const each of part.subcommands ?? []) {
      slashes.set(`${part.name} ${each.name}`, { ...each, isInDms: each.isInDms ?? isInDms });
    }
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
      case 'slash': {
        const part = slashes.get(read.path);
        return part
          ? toJob(
              { ...part, checks: (call) => findBadOption(part.options ?? [], call) },
              read.call,
              `/${read.path}`,
              'command',
            )
          : null;
      }
      case 'messageMenu':
      case 'userMenu': {
        const part = menus.get(`${read.kind} ${read.name}`);
        // Uses one name for all languages.
        return toJob(part, read.call, part ? say(defaultLocale, part.name) : read.name, 'command');
      }
      case 'component':
        return toJob(components.get(read.id), read.call, read.id, 'button');
      case 'modal':
        return toJob(modals.get(read.id), read.call, read.id, null);
    }
  };
  /** Returns the option being typed, or null if the person may not run the command: suggestions could reveal data. */
  const option = (path: string, name: string, call: Call): Option | null => {
    const found = slashes.get(path);
    if (!found || whyNot(found, call)) return null;
    return found.options?.find((each) => each.name === name) ?? null;
  };
  return { job, option, isPath: (path: string): boolean => slashes.has(path) };
}

/** A menu entry usually arrives with its registered name, but a client may send a translated one. */
const menuNames = (key: TextKey): string[] => [...new Set(locales.map((locale) => say(locale, key)))];

type Refusal = ((locale: Locale) => string) | null;

interface Runnable<C extends Call> extends Requirements {
  readonly isPrivate?: boolean;
  readonly run: (ctx: Ctx, call: C) => Promise<Answer>;
  readonly checks?: (call: C) => Refusal;
}

function toJob<C extends Call>(
  part: Runnable<C> | undefined,
  call: C,
  what: string,
  counts: Job['counts'],
): Job | null {
  if (!part) return null;
  const refused = whyNot(part, call) ?? part.checks?.(call) ?? null;
  return {
    what,
    counts,
    isComponent: counts === 'button',
    isPrivate: part.isPrivate ?? false,
    call,
    // In an async function, a part that throws immediately is treated like one that rejects.
    run: async (ctx) => (refused ? privately(refused(ctx.locale)) : await part.run(ctx, call)),
  };
}
