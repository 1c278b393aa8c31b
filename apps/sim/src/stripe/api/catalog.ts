import { z } from 'zod';
import { answerJson, find, Refusal, type Route } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Price, Product } from '../wire/wire.ts';
import { makeId, nowOf, type StripeWorld } from '../world.ts';
import { getRoute, list, listShape } from './lists.ts';
import { clearable, currency, mergeMetadata, metadata, read, text, whole, yesNo } from './params.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: whole(1, 36).default(1),
  usage_type: z.literal('licensed').optional(),
});
const productFields = {
  name: text().optional(),
  active: yesNo.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
} as const;

export const catalogRoutes = (world: StripeWorld): Route[] => [...productRoutes(world), ...priceRoutes(world)];

function makeProduct(
  world: StripeWorld,
  wish: {
    id?: string | undefined;
    name: string;
    active?: boolean | undefined;
    description?: string | null | undefined;
    metadata?: Record<string, string> | undefined;
  },
): Product {
  if (wish.id && world.products.has(wish.id))
    throw new Refusal(400, 'Product already exists.', { code: 'resource_already_exists' });
  const product: Product = {
    ...blanks.product,
    id: wish.id ?? makeId(world, 'prod', 14),
    object: 'product',
    created: nowOf(world),
    updated: nowOf(world),
    active: wish.active ?? true,
    name: wish.name,
    description: wish.description ?? null,
    metadata: { ...wish.metadata },
    default_price: null,
  };
  world.products.set(product.id, product);
  emit(world, 'product.created', product);
  return product;
}

const productRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/products',
    run: (call) =>
      answerJson(200, makeProduct(world, read(call, { ...productFields, name: text(), id: text().optional() }))),
  },
  {
    method: 'GET',
    path: '/v1/products',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, active: yesNo.optional(), ids: z.array(z.string()).optional() },
          rows: world.products.values(),
          keep: (row, asked) =>
            (asked.active === undefined || row.active === asked.active) &&
            (asked.ids === undefined || asked.ids.includes(row.id)),
        }),
      ),
  },
  getRoute('/v1/products', { what: 'product', rows: world.products }),
  {
    method: 'POST',
    path: '/v1/products/:id',
    run(call, { id = '' }) {
      const product = find(world.products, 'product', id);
      const { metadata: more, expand: _, ...wish } = read(call, productFields);
      Object.assign(product, Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)));
      product.metadata = mergeMetadata(product.metadata, more);
      product.updated = nowOf(world);
      emit(world, 'product.updated', product);
      return answerJson(200, product);
    },
  },
];

const priceRoutes = (world: StripeWorld): Route[] => [
  { method: 'POST', path: '/v1/prices', run: (call) => answerJson(200, makePrice(world, read(call, newPrice))) },
  {
    method: 'GET',
    path: '/v1/prices',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: {
            ...listShape,
            active: yesNo.optional(),
            product: text().optional(),
            type: z.enum(['recurring', 'one_time']).optional(),
            lookup_keys: z.array(z.string()).max(10, 'at most 10 lookup keys').optional(),
          },
          rows: world.prices.values(),
          keep: (row, asked) =>
            (asked.active === undefined || row.active === asked.active) &&
            (asked.product === undefined || row.product === asked.product) &&
            (asked.type === undefined || (asked.type === 'recurring') === (row.recurring !== null)) &&
            (asked.lookup_keys === undefined ||
              (row.lookup_key !== null && asked.lookup_keys.includes(row.lookup_key))),
        }),
      ),
  },
  getRoute('/v1/prices', { what: 'price', rows: world.prices }),
  {
    method: 'POST',
    path: '/v1/prices/:id',
    run(call, { id = '' }) {
      const price = find(world.prices, 'price', id);
      const wish = read(call, changePrice);
      if (wish.active !== undefined) price.active = wish.active;
      if (wish.nickname !== undefined) price.nickname = wish.nickname;
      if (wish.lookup_key !== undefined)
        takeLookupKey(world, price, wish.lookup_key, wish.transfer_lookup_key ?? false);
      price.metadata = mergeMetadata(price.metadata, wish.metadata);
      emit(world, 'price.updated', price);
      return answerJson(200, price);
    },
  },
];

const changePrice = {
  active: yesNo.optional(),
  nickname: clearable.optional(),
  metadata: metadata.optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: yesNo.optional(),
} as const;
const newPrice = {
  ...changePrice,
  currency,
  unit_amount: whole(0),
  product: text().optional(),
  product_data: z.strictObject({ name: text(), metadata: metadata.optional() }).optional(),
  recurring: recurring.optional(),
} as const;

function makePrice(world: StripeWorld, wish: z.output<z.ZodObject<typeof newPrice>>): Price {
  if ((wish.product === undefined) === (wish.product_data === undefined))
    throw new Refusal(400, 'You must specify exactly one of the following parameters: product, product_data.', {
      code: 'parameter_missing',
      param: 'product',
    });
  const product = wish.product
    ? find(world.products, 'product', wish.product, 'product')
    : makeProduct(world, { name: wish.product_data?.name ?? '', metadata: wish.product_data?.metadata });
  const price: Price = {
    ...blanks.price,
    id: makeId(world, 'price'),
    object: 'price',
    created: nowOf(world),
    active: wish.active ?? true,
    currency: wish.currency,
    unit_amount: wish.unit_amount,
    unit_amount_decimal: String(wish.unit_amount),
    type: wish.recurring ? 'recurring' : 'one_time',
    product: product.id,
    recurring: wish.recurring
      ? { ...wish.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    lookup_key: null,
    nickname: wish.nickname ?? null,
    metadata: { ...wish.metadata },
  };
  if (wish.lookup_key) takeLookupKey(world, price, wish.lookup_key, wish.transfer_lookup_key ?? false);
  world.prices.set(price.id, price);
  emit(world, 'price.created', price);
  return price;
}

/** A key belongs to one price. A transfer to another price must be explicit. */
function takeLookupKey(world: StripeWorld, price: Price, key: string, mayTransfer: boolean): void {
  const holder = [...world.prices.values()].find((each) => each.lookup_key === key && each !== price);
  if (holder && !mayTransfer)
    throw new Refusal(400, `A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  if (holder) holder.lookup_key = null;
  price.lookup_key = key;
}
