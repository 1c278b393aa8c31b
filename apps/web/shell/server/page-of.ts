import { ServerId } from '@tally/contract/ids';
import { notFound } from 'next/navigation';

/** The server that an address names; what cannot be an id is an address that leads nowhere. */
export async function serverIdOf(params: Promise<{ id: string }>): Promise<ServerId> {
  const read = ServerId.safeParse((await params).id);
  return read.success ? read.data : notFound();
}
