const addressed = /^([a-z]\w*(?:[.[]\w+\]?)*): (.+)$/su;

/** The label of an API field on this page; null if the page does not show it. */
export type NameOfField = (field: string) => string | null;

/**
 * A refusal of fields (`quietHours.from: this is …`) in plain words. It uses the page's label for the field, or for the
 * field that contains it; without a label it drops the address.
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

/** Looks up labels under `fields` in the texts of a page. */
export const namesFrom =
  (t: { (key: never): string; has: (key: never) => boolean }): NameOfField =>
  (field) => {
    const key = `fields.${field}` as never;
    return t.has(key) ? t(key) : null;
  };
