import {
  type MessageType,
  type Placeholder,
  type Platform,
  type PremiumFlag,
  placeholdersFor,
  type ServerId,
  type StreamerMessageType,
  streamerMessageTypesOf,
} from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findProblems, type MessageTemplate, type Problem } from '@tally/message/discord';
import { requirePlanFlags } from '../../servers/index.ts';
import type { TextDraft } from './server-templates.ts';

/** Refuses messages that Discord would refuse, or that would show a brace to readers. */
export function refuseProblems(
  ctx: Ctx,
  about: { field: string; type: MessageType | 'sticky'; body: MessageTemplate },
): void {
  refuse(ctx, about.field, findProblems(about.body, placeholdersFor(about.type)));
}

/** Refuses a message type that streamers on this platform never get. */
export function refuseOtherPlatforms(platform: Platform, type: StreamerMessageType): void {
  const types: readonly StreamerMessageType[] = streamerMessageTypesOf[platform];
  if (!types.includes(type)) throw new AppError('invalidFields', {}, [`type: ${types.join(', ')}`]);
}

/** A tested draft must be valid for saving. */
export async function checkDraft(
  ctx: Ctx,
  serverId: ServerId,
  { type, message, variants = [] }: TextDraft & { readonly type: MessageType },
): Promise<void> {
  if (message) refuseProblems(ctx, { field: 'message', type, body: message });
  variants.forEach((content, place) => refuseProblems(ctx, { field: `variants.${place}`, type, body: { content } }));
  if (!message && variants.length === 0) return;
  await requirePlanFlags(ctx, serverId, ['AnyMessageEditor', ...flagsOfMessage(message ?? {})]);
}

/** Refuses an invalid plain line. An empty line is fine, because the default then applies. */
export function refuseLineProblems(ctx: Ctx, about: { field: string; type: MessageType; body: MessageTemplate }): void {
  const placeholders: readonly Placeholder[] = placeholdersFor(about.type);
  refuse(
    ctx,
    about.field,
    findProblems(about.body, placeholders).filter(({ code }) => code !== 'emptyMessage'),
  );
}

function refuse(ctx: Ctx, field: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new AppError(
    'invalidFields',
    {},
    problems.map(({ code, path, values }) => {
      const sentence = say(ctx.locale, `messageEditor.${code}`, values);
      return path ? `${field}.${path}: ${sentence}` : `${field}: ${sentence}`;
    }),
  );
}

/** The parts of a message that need premium. */
export function flagsOfMessage({ buttons, webhook }: MessageTemplate): PremiumFlag[] {
  return [
    ...(buttons?.length ? (['UseCustomButtons'] as const) : []),
    ...(webhook?.enabled ? (['CustomWebhooks'] as const) : []),
  ];
}
