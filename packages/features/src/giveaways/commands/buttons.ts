import {
  type Answer,
  type Call,
  type ComponentCall,
  customId,
  defineCommand,
  holdsPermissions,
  type ModalCall,
  message,
  privately,
  update,
} from '@tally/discord/interactions';
import { receiptOf } from '@tally/draw';
import { beginTry, type Guess, peekTries, personWho, returnTry } from '@tally/infra/tries';
import { AppError, bornAt, type Ctx, minutes, say } from '@tally/kernel';
import { type ButtonPayload, noMentions } from '@tally/message/discord';
import { fold, westernDigits } from '@tally/message/template';
import type { Entrant } from '../match/eligible.ts';
import { oddsOf } from '../match/odds.ts';
import { isDrop, readTerms } from '../match/terms.ts';
import { bonusesOf, buttonIds, needsOf } from '../render/index.ts';
import { findKnown } from '../service/draw/known.ts';
import { claimPrize } from '../service/draw/redraw.ts';
import type { Entered } from '../service/entry/enter-all.ts';
import { takeOut } from '../service/entry/leave.ts';
import { enterTogether } from '../service/entry/together.ts';
import { proofUrlOf } from '../service/post/scene.ts';
import { listEntriesOf } from '../store/entries.ts';
import { findGiveaway } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { sayRefusal } from './refusal.ts';

const ANSWER = 'gw-answer';
/** After this many wrong answers, the entry question is locked for a while. */
const MOST_TRIES = 3;
const LOCKED_MS = minutes(10);

/** Finds a giveaway of this server only, because a user can make up a custom id. */
async function rowOf(ctx: Ctx, { serverId }: Call, id: string | undefined): Promise<GiveawayRow> {
  const row = id ? await findGiveaway(ctx.db, id) : null;
  if (!row || row.serverId !== serverId) throw new AppError('giveawayNotFound');
  return row;
}

/** Handles the entry button. People who have not entered yet must answer the entry question first. */
async function enter(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const row = await rowOf(ctx, call, call.args[0]);
  const { askSum } = readTerms(row);
  if (row.state !== 'running' || (!row.codeword && !askSum)) return await press(ctx, call, row);
  const [entry] = await listEntriesOf(ctx.db, row.id, [call.userId]);
  if (entry) return await press(ctx, call, row);
  if (!(await peekTries(ctx, guessOf(call, row))).isAllowed) throw locked(ctx);
  const [one, other] = [2 + ctx.random.int(8), 2 + ctx.random.int(8)];
  const label = row.codeword
    ? say(ctx.locale, 'giveaways.askCodeword')
    : say(ctx.locale, 'giveaways.askSum', { one, other });
  const args = row.codeword ? [row.id] : [row.id, String(one), String(other)];
  const title = say(ctx.locale, 'giveaways.askTitle');
  return {
    kind: 'modal',
    customId: customId(ANSWER, ...args),
    title,
    fields: [{ id: 'answer', label, maxLength: 64 }],
  };
}

async function answer(ctx: Ctx, call: ModalCall): Promise<Answer> {
  const row = await rowOf(ctx, call, call.args[0]);
  const guess = guessOf(call, row);
  const { isAllowed, left } = await beginTry(ctx, guess);
  if (!isAllowed) throw locked(ctx);
  const typed = plain(call.fields['answer'] ?? '');
  const wanted = row.codeword ? plain(row.codeword) : String(Number(call.args[1]) + Number(call.args[2]));
  if (typed !== wanted) return privately(say(ctx.locale, 'giveaways.wrongAnswer', { left }));
  await returnTry(ctx, guess);
  return await press(ctx, call, row);
}

const plain = (text: string): string => fold(westernDigits(text));

const guessOf = ({ userId }: Call, { id }: GiveawayRow): Guess => ({
  about: `giveaway ${id}`,
  who: personWho(userId),
  most: MOST_TRIES,
  withinMs: LOCKED_MS,
});

const locked = (ctx: Ctx): AppError => new AppError('conflict', {}, [say(ctx.locale, 'giveaways.tooManyTries')]);

async function press(ctx: Ctx, call: ComponentCall | ModalCall, row: GiveawayRow): Promise<Answer> {
  const terms = readTerms(row);
  const { user } = call;
  const manages = async () => holdsPermissions(call.permissions, ['ManageGuild']);
  const known = await findKnown(ctx, { terms, row, member: call, manages });
  const entered = await enterTogether(ctx, {
    giveawayId: row.id,
    entrant: entrantOf(call),
    username: user.username,
    known,
    pressedAt: bornAt(call.id),
    interactionId: call.id,
  });
  return sayEntered(ctx, row, entered);
}

const entrantOf = ({ userId, user, roleIds, joinedAt, boostingSince }: Call): Entrant => ({
  userId,
  isBot: user.isBot,
  roleIds,
  joinedAt,
  isBoosting: boostingSince !== null,
});

function sayEntered(ctx: Ctx, row: GiveawayRow, entered: Entered): Answer {
  const { locale } = ctx;
  switch (entered.kind) {
    case 'in': {
      const { tickets, odds, receipt, isNew } = entered;
      if (isDrop(readTerms(row))) {
        return privately(say(locale, isNew ? 'giveaways.wonDrop' : 'giveaways.hadWonDrop', { receipt }));
      }
      const values = { tickets, odds, receipt };
      return withLeave(ctx, row, say(locale, isNew ? 'giveaways.youAreIn' : 'giveaways.youWereIn', values));
    }
    case 'refused':
      return privately(sayRefusal(locale, entered.refusal));
    case 'full':
      return privately(say(locale, 'errors.giveawayFull'));
    case 'paused':
      return privately(say(locale, 'giveaways.isPaused'));
    case 'notYet':
      return privately(say(locale, 'giveaways.hasNotBegun'));
    case 'over':
      return privately(say(locale, 'errors.giveawayEnded'));
    case 'gone':
      return privately(say(locale, 'errors.giveawayNotFound'));
    default:
      return entered satisfies never;
  }
}

function withLeave(ctx: Ctx, row: GiveawayRow, content: string): Answer {
  const leave: ButtonPayload = {
    type: 2,
    style: 2,
    custom_id: customId(buttonIds.leave, row.id),
    label: say(ctx.locale, 'giveaways.buttonLeave'),
  };
  const components = [{ type: 1 as const, components: [leave] }];
  return { ...message({ content, components, allowed_mentions: noMentions }), isPrivate: true } as Answer;
}

/** Shows the requirements, the person's own entries, and their odds. */
async function mine(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const row = await rowOf(ctx, call, call.args[0]);
  const about = { row, terms: readTerms(row), looks: ctx };
  const needs = [...needsOf(about), ...bonusesOf(about)];
  const [entry] = await listEntriesOf(ctx.db, row.id, [call.userId]);
  const counts = say(ctx.locale, 'giveaways.tookPart', { people: row.people, tickets: row.tickets });
  const fair = say(ctx.locale, 'giveaways.fairAt', { url: proofUrlOf(ctx, row) });
  if (!entry) return privately([say(ctx.locale, 'giveaways.youAreNotIn'), counts, ...needs, fair].join('\n'));
  if (isDrop(readTerms(row))) {
    const won = say(ctx.locale, 'giveaways.hadWonDrop', { receipt: receiptOf(entry.key) });
    return privately([won, counts, ...needs, fair].join('\n'));
  }
  const values = {
    tickets: entry.tickets,
    odds: oddsOf(row, entry),
    receipt: receiptOf(entry.key),
  };
  const lines = [say(ctx.locale, 'giveaways.youWereIn', values), counts, ...needs, fair].join('\n');
  return row.state === 'running' || row.state === 'paused' ? withLeave(ctx, row, lines) : privately(lines);
}

async function leave(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const row = await rowOf(ctx, call, call.args[0]);
  await takeOut(ctx, row.id, { userId: call.userId, removed: null });
  return update({ content: say(ctx.locale, 'giveaways.left'), components: [], allowed_mentions: noMentions });
}

async function claim(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const row = await rowOf(ctx, call, call.args[0]);
  await claimPrize(ctx, row.id, call.userId);
  return privately(say(ctx.locale, 'giveaways.claimed'));
}

export const buttons = [
  defineCommand({ kind: 'component', id: buttonIds.enter, isPrivate: true, run: enter }),
  defineCommand({ kind: 'component', id: buttonIds.mine, isPrivate: true, run: mine }),
  defineCommand({ kind: 'component', id: buttonIds.leave, isPrivate: true, run: leave }),
  defineCommand({ kind: 'component', id: buttonIds.claim, isPrivate: true, run: claim }),
  defineCommand({ kind: 'modal', id: ANSWER, isPrivate: true, run: answer }),
];
