import { type Ctx, describeToStaff, hours } from '@tally/kernel';
import { pathOf } from '../match.ts';
import { requirePost } from './get.ts';

const PURPOSE = 'blog.preview';
const OPEN_MS = hours(24);
const textOf = (postId: bigint, expires: number) => `${postId}\n${expires}`;

/** Returns a link with which anyone can read this post until tomorrow, even if it is renamed. */
export async function sharePreview(ctx: Ctx, name: string): Promise<string> {
  const { id, identifier, title } = await requirePost(ctx, name);
  describeToStaff(ctx, { title, href: pathOf(identifier) });
  const expires = Math.floor((ctx.clock.now().getTime() + OPEN_MS) / 1000);
  const signature = ctx.secrets.sign(PURPOSE, textOf(id, expires));
  return `${ctx.config.webUrl}/blog/${identifier}?preview=${expires}.${signature}`;
}

export function isOpenedBy(ctx: Ctx, postId: bigint, token: string | undefined): boolean {
  const [, expires = '', signature = ''] = /^(\d{1,12})\.([\w-]+)$/.exec(token ?? '') ?? [];
  if (expires === '' || Number(expires) * 1000 <= ctx.clock.now().getTime()) return false;
  return ctx.secrets.isSigned(PURPOSE, textOf(postId, Number(expires)), signature);
}
