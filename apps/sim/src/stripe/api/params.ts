import { z } from 'zod';
import { type Call, Refusal } from '../call.ts';

type Nested = { [key: string]: string | Nested };

/** Parses `items[0][price]=x` as `{items: [{price: 'x'}]}`: https://docs.stripe.com/api?lang=curl */
export function readForm(text: string): unknown {
  const root: Nested = Object.create(null) as Nested;
  for (const [key, value] of new URLSearchParams(text)) put(root, key, value);
  return tidy(root);
}

function put(root: Nested, key: string, value: string): void {
  const names = [/^[^[]*/.exec(key)?.[0] ?? '', ...[...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
  let node = root;
  for (const [depth, given] of names.entries()) {
    const name = given === '' ? String(Object.keys(node).length) : given;
    if (depth === names.length - 1) {
      node[name] = value;
      return;
    }
    const next = node[name];
    const child: Nested = typeof next === 'object' ? next : (Object.create(null) as Nested);
    node[name] = child;
    node = child;
  }
}

function tidy(node: Nested): unknown {
  const entries = Object.entries(node).map(([key, value]) => [key, typeof value === 'string' ? value : tidy(value)]);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key as string));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const expand = z.array(z.string()).optional();

/** Reads the parameters of a call. Unknown names are refused, as Stripe does. */
export function read<S extends z.ZodRawShape>(
  call: Call,
  shape: S,
): z.output<z.ZodObject<S & { expand: typeof expand }>> {
  // A DELETE call has its parameters in the URL.
  const given = readForm(call.method === 'POST' ? call.body : call.query.toString());
  const parsed = z.strictObject({ ...shape, expand }).safeParse(given);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error);
}

function refusalOf(error: z.ZodError): Refusal {
  const [issue] = error.issues;
  const param = nameOf(issue?.path ?? []);
  if (issue?.code === 'unrecognized_keys') {
    const name = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return new Refusal(400, `Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  }
  const isMissing = issue?.code === 'invalid_type' && issue.message.includes('received undefined');
  if (isMissing) return new Refusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  return new Refusal(400, `Invalid ${param}: ${issue?.message ?? 'not valid'}`, { param });
}

const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

/** Schemas of values on the wire, where everything is text. */
export const text = (most = 5_000) => z.string().min(1).max(most);
/** An empty text clears the value. */
export const clearable = z.string().transform((value) => (value === '' ? null : value));
export const whole = (least = 0, most = 99_999_999) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be an integer')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
/** A percentage above 0, up to 100, with at most two decimal places. */
export const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage')
  .transform(Number)
  .pipe(z.number().positive().max(100));
export const moment = whole(0, 9_999_999_999);
export const yesNo = z.enum(['true', 'false']).transform((value) => value === 'true');
/** An empty value removes a key. At most 50 keys of 40 characters are allowed, with values of 500. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .or(z.literal('').transform((): Record<string, string> => ({})))
  .refine((value) => Object.keys(value).length <= 50, 'at most 50 keys');

export function mergeMetadata(former: Record<string, string>, sent: Record<string, string> | undefined) {
  const merged = { ...former, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

export const currency = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => ['usd', 'eur', 'gbp', 'dkk', 'jpy', 'aed'].includes(value), 'not a supported currency');
export const webAddress = z.url({ protocol: /^https?$/ });

/** Stripe accepts a list with one item: https://docs.stripe.com/payments/checkout/discounts */
export const discountWishes = z
  .array(z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }))
  .max(1, 'at most one discount');
