import type { Faq } from '@tally/contract';
import {
  type Answer,
  type Choice,
  type ComponentCall,
  customId,
  defineCommand,
  linkButton,
  type ModalCall,
  privateCard,
  privately,
  type SlashCall,
  settle,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { pagesCard } from '../docs/index.ts';
import { askStaff } from './service/ask.ts';
import { rateFaq } from './service/edit.ts';
import { findFaq, getFaq } from './service/find.ts';

const FORM = 'faq-ask';
const RATE = 'faq-rate';
const OPEN_FORM = 'faq-form';
const PROPOSED = 5;
/**
 * Discord limits a suggestion's name and value to this length:
 * https://docs.discord.com/developers/interactions/application-commands
 */
const MOST_LETTERS = 100;
/** Marks a chosen suggestion, as opposed to typed text. */
const ENTRY = 'entry/';
const ASK = 'ask/';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'faq',
    about: 'faq.command',
    isInDms: true,
    isPrivate: true,
    options: [
      {
        name: 'question',
        about: 'faq.optionQuestion',
        type: 'text',
        isRequired: true,
        max: 500,
        complete: async (ctx, typed) => await propose(ctx, typed),
      },
    ],
    run: async (ctx, call): Promise<Answer> => await answer(ctx, call),
  }),
  defineCommand({
    kind: 'component',
    id: OPEN_FORM,
    isPrivate: true,
    run: async (ctx, { args }) => form(ctx, args[0] ?? ''),
  }),
  defineCommand({ kind: 'component', id: RATE, isPrivate: true, run: rate }),
  defineCommand({ kind: 'modal', id: FORM, isPrivate: true, run: ask }),
];

/** Suggests matching entries, then the option to ask the staff. */
async function propose(ctx: Ctx, typed: string): Promise<Choice[]> {
  const found = await findFaq(ctx, { question: typed, limit: PROPOSED });
  const entries = found.map((entry) => ({ name: cut(entry.question ?? ''), value: `${ENTRY}${entry.identifier}` }));
  if (typed.trim() === '') return entries.slice(0, PROPOSED);
  const asking = { name: cut(say(ctx.locale, 'faq.askProposal', { question: typed })), value: cut(`${ASK}${typed}`) };
  return [...entries, asking];
}

const cut = (text: string): string => text.slice(0, MOST_LETTERS).toWellFormed();

async function answer(ctx: Ctx, { options }: SlashCall): Promise<Answer> {
  const typed = String(options['question'] ?? '').trim();
  if (typed.startsWith(ASK)) return form(ctx, typed.slice(ASK.length));
  const [best] = typed.startsWith(ENTRY)
    ? [await getFaq(ctx, typed.slice(ENTRY.length))]
    : await findFaq(ctx, { question: typed, limit: 1 });
  return best ? card(ctx, best) : await elsewhere(ctx, typed);
}

const card = (ctx: Ctx, entry: Faq): Answer =>
  privateCard({ title: cut(entry.question ?? ''), description: entry.answer ?? '' }, [
    button(say(ctx.locale, 'faq.helped'), customId(RATE, entry.identifier, 'yes')),
    button(say(ctx.locale, 'faq.didNotHelp'), customId(RATE, entry.identifier, 'no')),
    button(say(ctx.locale, 'faq.askStaff'), customId(OPEN_FORM)),
    linkButton(say(ctx.locale, 'faq.all'), `${ctx.config.webUrl}/faq`),
  ]);

/** Searches the handbook if the FAQ has no answer. */
async function elsewhere(ctx: Ctx, typed: string): Promise<Answer> {
  const pages = await pagesCard(ctx, typed);
  if (!pages) return nothingFound(ctx, typed);
  return privateCard(pages.embed, [...pages.buttons, button(say(ctx.locale, 'faq.askStaff'), customId(OPEN_FORM))]);
}

const nothingFound = (ctx: Ctx, typed: string): Answer =>
  privateCard({ description: say(ctx.locale, 'faq.nothing', { question: escapeMarkdown(typed) }) }, [
    button(say(ctx.locale, 'faq.askStaff'), customId(OPEN_FORM)),
    linkButton(say(ctx.locale, 'faq.all'), `${ctx.config.webUrl}/faq`),
  ]);

const button = (label: string, custom_id: string) => ({ type: 2 as const, style: 2 as const, label, custom_id });

const form = (ctx: Ctx, question: string): Answer => ({
  kind: 'modal',
  customId: customId(FORM),
  title: say(ctx.locale, 'faq.askStaff'),
  fields: [
    { id: 'question', label: say(ctx.locale, 'faq.formQuestion'), isLong: true, maxLength: 500, value: question },
  ],
});

async function ask(ctx: Ctx, { userId, fields }: ModalCall): Promise<Answer> {
  await askStaff(ctx, userId, fields['question'] ?? '');
  return privately(say(ctx.locale, 'faq.asked'));
}

async function rate(ctx: Ctx, { userId, args }: ComponentCall): Promise<Answer> {
  const [identifier = '', word] = args;
  if (word !== 'yes' && word !== 'no') throw new AppError('faqNotFound');
  await rateFaq(ctx, { identifier, userId, isHelpful: word === 'yes' });
  return settle(say(ctx.locale, 'faq.rated'));
}
