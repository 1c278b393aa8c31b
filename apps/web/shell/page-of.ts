import { ServerId, UserId } from '@tally/contract/wire/ids';
import { notFound } from 'next/navigation';

/** Returns the server in a URL. An invalid id leads to the not-found page. */
export async function serverIdOf(params: Promise<{ id: string }>): Promise<ServerId> {
  const read = ServerId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}

/** Returns the person in a URL. An invalid id leads to the not-found page. */
export async function userIdOf(params: Promise<{ id: string }>): Promise<UserId> {
  const read = UserId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}
