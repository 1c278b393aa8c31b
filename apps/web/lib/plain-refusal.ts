const addressed = /^([a-z]\w*(?:[.[]\w+\]?)*): (.+)$/su;

/** What a field of the wire is called on a page. Null: it stands nowhere on it. */
export type NameOfField = (field: string) => string | null;

/**
 * A refusal of fields (`quietHours.from: this is …`) as people read it: with what the field, or the one that it is a
 * part of, is called on the page, or without its address where the page has no name for either.
 */
export const plainRefusal = (refusal: string, nameOf: NameOfField = () => null): string =>
  refusal
    .split('\n')
    .map((line) => {
      const [, address, sentence] = addressed.exec(line) ?? [];
      if (address === undefined || sentence === undefined) return line;
      const names = address.split(/[.[\]]+/).map((part) => nameOf(part));
      const name = names.find((each) => each !== null);
      return name === undefined ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : `${name}: ${sentence}`;
    })
    .join('\n');

/** The names that stand under `fields` in the words of a page. */
export const namesFrom =
  (t: { (key: never): string; has: (key: never) => boolean }): NameOfField =>
  (field) => {
    const key = `fields.${field}` as never;
    return t.has(key) ? t(key) : null;
  };
