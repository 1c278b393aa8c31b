import type { Locale } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Answer } from './answers.ts';
import { pathIn } from './languages.ts';
import { COMMANDS_KEY, idsIn } from './register.ts';

/** Discord's ids of the slash commands, by name. */
export type CommandIds = ReadonlyMap<string, string>;

/** Returns the ids as last registered, or none before the first registration. */
export const readCommandIds = async ({ cache, files }: Pick<Ctx, 'cache' | 'files'>): Promise<CommandIds> =>
  await cache.get('discord/command-ids', minutes(1), async () =>
    idsIn((await files.get(COMMANDS_KEY))?.toString() ?? ''),
  );

export interface Naming {
  /** The language of the reader's client, where commands are typed. Answers may be in another language. */
  readonly locale: Locale;
  readonly ids: CommandIds;
  /** Returns whether this is a complete command. The first word of a group alone is not. */
  readonly isPath: (path: string) => boolean;
}

/** A command between backticks, such as `/setup test`. All translations write commands this way. */
const named = /`\/([a-z_]+(?: [a-z_]+){0,2})`/g;

/**
 * Makes the commands in a text clickable: Discord shows `</setup test:1>` in the language of the reader's client.
 * Without an id, or if the result would exceed `most` characters, they are written as the client names them.
 */
export function nameCommands(text: string, most: number, { locale, ids, isPath }: Naming): string {
  const write = (mention: (path: string) => string | null): string =>
    text.replaceAll(named, (_, path: string) => mention(path) ?? `\`/${pathIn(locale, path)}\``);
  const clickable = write((path) => {
    const id = ids.get(path.split(' ')[0] ?? '');
    return id && isPath(path) ? `</${path}:${id}>` : null;
  });
  return clickable.length <= most ? clickable : write(() => null);
}

/** https://docs.discord.com/developers/resources/message limits the length of each text. Titles show no mentions. */
const limits = { content: 2_000, description: 4_096, field: 1_024 } as const;

/** Makes the commands in all texts of an answer clickable. */
export function nameCommandsIn(answer: Answer, naming: Naming): Answer {
  if (answer.kind !== 'message' && answer.kind !== 'update') return answer;
  return { ...answer, payload: namedPayload(answer.payload, naming) };
}

function namedPayload(payload: MessagePayload, naming: Naming): MessagePayload {
  const { content, embeds } = payload;
  return {
    ...payload,
    ...(content === undefined ? {} : { content: nameCommands(content, limits.content, naming) }),
    ...(embeds === undefined
      ? {}
      : {
          embeds: embeds.map((embed) => ({
            ...embed,
            ...(embed.description === undefined
              ? {}
              : { description: nameCommands(embed.description, limits.description, naming) }),
            ...(embed.fields === undefined
              ? {}
              : {
                  fields: embed.fields.map((field) => ({
                    ...field,
                    value: nameCommands(field.value, limits.field, naming),
                  })),
                }),
          })),
        }),
  };
}
