import { ServerId, UserId } from '@tally/contract/wire/ids';
import { notFound } from 'next/navigation';

/** The server in an address; an invalid id is a missing page. */
export async function serverIdOf(params: Promise<{ id: string }>): Promise<ServerId> {
  const read = ServerId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}

/** The person in an address; an invalid id is a missing page. */
export async function userIdOf(params: Promise<{ id: string }>): Promise<UserId> {
  const read = UserId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}
