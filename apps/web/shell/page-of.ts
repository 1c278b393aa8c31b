import { ServerId, UserId } from '@tally/contract/wire/ids';
import { notFound } from 'next/navigation';

/** The server that an address names; what cannot be an id is an address that leads nowhere. */
export async function serverIdOf(params: Promise<{ id: string }>): Promise<ServerId> {
  const read = ServerId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}

/** The person whom an address names; what cannot be an id is an address that leads nowhere. */
export async function userIdOf(params: Promise<{ id: string }>): Promise<UserId> {
  const read = UserId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}
