const addressed = /^([a-z]\w*(?:[.[]\w+\]?)*): (.+)$/su;

/** Returns the label of an API field on this page, or null if the page does not show it. */
export type NameOfField = (field: string) => string | null;

/**
 * Rewrites an API error (`quietHours.from: this is …`) with the page's label for the field, or for the field that
 * contains it. Without a label, it drops the field's path.
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

/** Looks up labels in the `fields` of a page's texts. */
export const namesFrom =
  (t: { (key: never): string; has: (key: never) => boolean }): NameOfField =>
  (field) => {
    const key = `fields.${field}` as never;
    return t.has(key) ? t(key) : null;
  };
