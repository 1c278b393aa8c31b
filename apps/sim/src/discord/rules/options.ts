import { ControlError } from '../../world.ts';

/** An option of a registered command. */
export interface Option {
  readonly type: number;
  readonly name: string;
  readonly required?: boolean;
  readonly choices?: readonly { readonly value: string | number }[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly options?: readonly Option[];
}

const TEXT = 3;
const WHOLE = 4;
const YES_NO = 5;
const NUMBER = 10;
/** Users, channels, roles, mentionables and attachments are named by id. */
const IDS = new Set([6, 7, 8, 9, 11]);

/**
 * Discord's client sends only valid values, and its API accepts no others. A value that is still being typed may be
 * incomplete.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-structure
 */
export function mustFit(
  declared: readonly Option[],
  given: Readonly<Record<string, string | number | boolean>>,
  focused?: string,
): void {
  for (const option of declared) {
    if (option.name === focused) continue;
    const value = given[option.name];
    if (value === undefined) {
      if (option.required && focused === undefined) throw new ControlError(400, `${option.name} is required`);
    } else if (!fits(option, value)) throw new ControlError(400, `${option.name} does not take ${String(value)}`);
  }
}

function fits(option: Option, value: string | number | boolean): boolean {
  if (option.choices?.length && !option.choices.some((choice) => choice.value === value)) return false;
  const { min_value: least = -Infinity, max_value: most = Infinity, min_length = 0, max_length = 6000 } = option;
  if (option.type === TEXT)
    return typeof value === 'string' && value.length >= min_length && value.length <= max_length;
  if (option.type === YES_NO) return typeof value === 'boolean';
  if (IDS.has(option.type)) return typeof value === 'string' && /^\d{1,20}$/.test(value);
  if (option.type !== WHOLE && option.type !== NUMBER) return true;
  const isWhole = option.type === NUMBER || Number.isSafeInteger(value);
  return typeof value === 'number' && isWhole && value >= least && value <= most;
}
