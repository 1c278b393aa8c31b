import { IntlMessageFormat } from 'intl-messageformat';

/** The parts of a parsed sentence that we use: https://formatjs.github.io/docs/icu-messageformat-parser */
interface Part {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
  readonly children?: readonly Part[];
}

const [LITERAL, ARGUMENT, NUMBER, PLURAL] = [0, 1, 2, 6];

/** Matches the names of number arguments, because most sentences get a plain number. */
const figures =
  /^(count|\w*Count|limit|min|max|most|least|total|used|left|step|size|excess|failed|posted|missing|tickets|people|members|followers|viewers|winners|entries|positions|seconds|minutes|hours|days|weeks|months|years|all)$/;

/** Words that stay the same after any number, because they count nothing or have no plural. */
const uncounted: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('of to or up too not more fewer added selected used are could already with right a kB'.split(' ')),
  ar: new Set('من إلى أو كحد ضمن في حتى وأكبر على كيلوبايت'.split(' ')),
};

const partsOf = (sentence: string, locale: string): readonly Part[] => new IntlMessageFormat(sentence, locale).getAst();

/** Finds sentences that need a plural, because `{count} members` is wrong for one member. */
export function bareFigures(sentence: string, locale: string): string[] {
  const harmless = uncounted[locale.slice(0, 2)] ?? new Set();
  const walk = (parts: readonly Part[], counted: ReadonlySet<string>): string[] =>
    parts.flatMap((part, place) => {
      const name = part.value ?? '';
      const isFigure = part.type === NUMBER || (part.type === ARGUMENT && figures.test(name));
      const next = parts[place + 1];
      const word = next?.type === LITERAL ? /^\s+(\p{L}[\p{L}\p{M}]*)/u.exec(next.value ?? '')?.[1] : undefined;
      const isBare = isFigure && !counted.has(name) && word !== undefined && !harmless.has(word);
      const inside = part.type === PLURAL ? new Set([...counted, name]) : counted;
      const below = Object.values(part.options ?? {}).flatMap((option) => walk(option.value, inside));
      return [...(isBare ? [`{${name}} ${word}`] : []), ...below, ...walk(part.children ?? [], counted)];
    });
  return walk(partsOf(sentence, locale), new Set());
}

/** Returns the plural forms that Arabic needs and a sentence lacks, unless it only separates zero from more. */
export function missingForms(sentence: string, locale: string): string[] {
  if (!locale.startsWith('ar')) return [];
  const walk = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => {
      const forms = new Set(Object.keys(part.options ?? {}));
      const wanted = ['one', 'two', 'few', 'many'].filter((form) => !forms.has(form));
      const isInflected = part.type === PLURAL && wanted.length < 4;
      const own = isInflected && wanted.length > 0 ? [`{${part.value}} ${wanted.join(' ')}`] : [];
      const below = Object.values(part.options ?? {}).flatMap((option) => walk(option.value));
      return [...own, ...below, ...walk(part.children ?? [])];
    });
  return walk(partsOf(sentence, locale));
}
