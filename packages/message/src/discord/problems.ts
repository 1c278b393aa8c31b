import { clean, findPlaceholder, findUnknown, type Placeholder, parseTemplate, toLink } from '../template/index.ts';
import { countMessage } from './counters.ts';
import { discordLimits as limits, maxButtons } from './limits.ts';
import { type Part, partsOf } from './parts.ts';
import type { MessageTemplate } from './template.ts';
import { isForbiddenName, parseColor, parseEmoji, toPicture } from './values.ts';

export type ProblemCode =
  | 'unknownPlaceholder'
  | 'unknownPlaceholderMeant'
  | 'tooLong'
  | 'tooLongTogether'
  | 'emptyMessage'
  | 'emptyField'
  | 'tooManyFields'
  | 'tooManyButtons'
  | 'emptyButton'
  | 'buttonWithoutLink'
  | 'badLink'
  | 'badColor'
  | 'badEmoji'
  | 'forbiddenName';

/** A problem in a template, for any values. The text `messageEditor.<code>` explains it. */
export interface Problem {
  readonly code: ProblemCode;
  /** The field to focus. Empty if the problem concerns the whole message. */
  readonly path: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The position in the field's text, if the problem has one. */
  readonly range?: { readonly start: number; readonly end: number };
}

export function findProblems(template: MessageTemplate, placeholders: readonly Placeholder[]): Problem[] {
  const parts = partsOf(template);
  return [
    ...(isEmpty(parts) ? [problem('emptyMessage', '')] : []),
    ...parts.flatMap((part) => [...unknownIn(part, placeholders), ...valueProblems(part, placeholders)]),
    ...tooLong(template, placeholders),
    ...embedProblems(template),
    ...buttonProblems(template),
  ];
}

const problem = (code: ProblemCode, path: string, values: Problem['values'] = {}): Problem => ({ code, path, values });

const isEmpty = (parts: readonly Part[]): boolean =>
  !parts.some(({ path, text }) => isVisible.test(path) && clean(text).trim() !== '');
const isVisible = /^(?:content|embed\.(?:title|description|author|footer|image|thumbnail|fields\.\d+\.\w+))$/;

function unknownIn(part: Part, placeholders: readonly Placeholder[]): Problem[] {
  return findUnknown(part.text, placeholders).map(({ name, didYouMean, start, end }) => ({
    ...(didYouMean
      ? problem('unknownPlaceholderMeant', part.path, { name, didYouMean })
      : problem('unknownPlaceholder', part.path, { name })),
    range: { start, end },
  }));
}

/** Finds URLs, colors and names that stay invalid with any values in their placeholders. */
function valueProblems(part: Part, placeholders: readonly Placeholder[]): Problem[] {
  const first = parseTemplate(part.text)[0];
  const isFixed = parseTemplate(part.text).every((piece) => piece.type === 'literal');
  if (part.path === 'webhook.username') {
    return isForbiddenName(part.text) ? [problem('forbiddenName', part.path, { name: part.text })] : [];
  }
  if (part.path === 'embed.color') {
    return isFixed && parseColor(part.text) === null ? [problem('badColor', part.path, { color: part.text })] : [];
  }
  if (part.place !== 'address') return [];
  const isBad =
    first?.type === 'placeholder'
      ? findPlaceholder(placeholders, first.name)?.kind === 'time'
      : (isPicture(part.path) ? toPicture(sampled(part.text)) : toLink(sampled(part.text))) === null;
  return isBad ? [problem('badLink', part.path, { link: part.text.slice(0, 100) })] : [];
}

const isPicture = (path: string): boolean => path !== 'embed.url' && path.startsWith('embed.');

/** Fills each placeholder in a URL with a harmless value. */
const sampled = (text: string): string =>
  parseTemplate(text)
    .map((piece) => (piece.type === 'literal' ? piece.text : 'x'))
    .join('');

/** Finds texts that exceed their limit even with empty values. */
function tooLong(template: MessageTemplate, placeholders: readonly Placeholder[]): Problem[] {
  return countMessage({ template, placeholders, values: {} })
    .filter(({ length, limit }) => length > limit)
    .map(({ path, length, limit }) =>
      problem(path === 'embed' ? 'tooLongTogether' : 'tooLong', path, { length, limit, excess: length - limit }),
    );
}

function embedProblems({ embed }: MessageTemplate): Problem[] {
  const fields = embed?.fields ?? [];
  const empty = fields.flatMap((field, place) =>
    !field.name.trim() && !field.value?.trim() ? [problem('emptyField', `embed.fields.${place}`)] : [],
  );
  return fields.length > limits.fields
    ? [...empty, problem('tooManyFields', 'embed.fields', { limit: limits.fields })]
    : empty;
}

function buttonProblems({ buttons = [] }: MessageTemplate): Problem[] {
  const each = buttons.flatMap((button, place) => {
    const path = `buttons.${place}`;
    const emoji = button.emojiUnicodeOrId?.trim();
    return [
      ...(!button.title.trim() && !emoji ? [problem('emptyButton', path)] : []),
      ...(button.url?.trim() ? [] : [problem('buttonWithoutLink', `${path}.url`)]),
      ...(emoji && !parseEmoji(emoji)
        ? [problem('badEmoji', `${path}.emojiUnicodeOrId`, { emoji: emoji.slice(0, 40) })]
        : []),
    ];
  });
  return buttons.length > maxButtons ? [...each, problem('tooManyButtons', 'buttons', { limit: maxButtons })] : each;
}
