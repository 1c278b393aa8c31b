import type { Override } from '@tally/contract/overrides/bodies';
import { plainRefusal } from '../../lib/words/plain-refusal.ts';

export type RuleField = keyof Override;
export type FieldErrors = Readonly<Partial<Record<RuleField, string>>>;

const fields: readonly RuleField[] = [
  'applyTo',
  'query',
  'queryIn',
  'actions',
  'durationMinutes',
  'overrideChannelId',
  'overridePingRoleId',
  'priorityOnConflict',
];
/** Matches `query.2: …` and `query[2]: …`, for one rule or in a list: `overrides.0.query.2: …`. */
const line = /^(?:(?:overrides|notificationOverrides)[.[](\d+)\]?\.)?(\w+)(?:[.[](\d+)\]?)?: (.+)$/su;

/** Assigns the lines of an API error to fields, and returns lines of other rules or without a field separately. */
export function sortRefusal(
  refusal: string,
  about: { place?: number; numbered: (number: number, sentence: string) => string },
): { readonly atFields: FieldErrors; readonly rest: string } {
  const atFields: Partial<Record<RuleField, string>> = {};
  const rest: string[] = [];
  for (const text of refusal.split('\n')) {
    const [, place, name, item, sentence = ''] = line.exec(text) ?? [];
    const field = fields.find((each) => each === name);
    if (!field || (place !== undefined && Number(place) !== about.place)) {
      rest.push(text);
      continue;
    }
    const said = field === 'query' && item !== undefined ? about.numbered(Number(item) + 1, sentence) : sentence;
    atFields[field] = atFields[field] ? `${atFields[field]}\n${said}` : said;
  }
  return { atFields, rest: plainRefusal(rest.join('\n')) };
}
