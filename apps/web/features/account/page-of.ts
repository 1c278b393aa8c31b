import { UserId } from '@tally/contract/ids';
import { notFound } from 'next/navigation';

/** The person whom an address names; what cannot be an id is an address that leads nowhere. */
export async function userIdOf(params: Promise<{ id: string }>): Promise<UserId> {
  const read = UserId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}
