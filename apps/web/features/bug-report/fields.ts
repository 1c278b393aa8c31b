export interface Draft {
  readonly description: string;
  readonly name: string;
  readonly email: string;
}

export type FieldName = keyof Draft;

/** Returns the missing fields: the description, and the name and email if the site requires them. */
export const missingFields = (draft: Draft, required: readonly FieldName[]): FieldName[] =>
  (['name', 'email', 'description'] as const).filter(
    (field) => (field === 'description' || required.includes(field)) && draft[field].trim() === '',
  );

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
