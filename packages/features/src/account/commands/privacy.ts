import {
  type Answer,
  customId,
  defineCommand,
  type ModalCall,
  privateCard,
  privately,
  type SlashCall,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { deleteUser, exportUser } from '../service/leave.ts';

const FORM = 'privacy-delete';
const FIELD = 'name';
/** Discord accepts uploads of up to 10 MiB: https://docs.discord.com/developers/reference#uploading-files */
const MAX_BYTES = 10 * 1_048_576 - 100_000;

/** Lets a person export or delete their data, as on the settings page. */
export const privacy = defineCommand({
  kind: 'slash',
  name: 'privacy',
  about: 'commands.privacy',
  isInDms: true,
  subcommands: [
    { name: 'export', about: 'commands.privacyExport', isPrivate: true, run: sendFile },
    { name: 'delete', about: 'commands.privacyDelete', isPrivate: true, run: askForName },
  ],
});

/** The form lists what is deleted and asks for the person's name, to prevent accidental deletion. */
export const privacyForm = defineCommand({ kind: 'modal', id: FORM, isPrivate: true, run: deleteNamed });

async function sendFile(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { stream, fileName, contentType } = exportUser(ctx, call.userId);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.byteLength > MAX_BYTES) {
    return privately(say(ctx.locale, 'commands.exportTooLarge', { url: `${ctx.config.webUrl}/settings` }));
  }
  return privateCard({ description: say(ctx.locale, 'commands.exportReady') }, [], {
    files: [{ name: fileName ?? 'export.zip', bytes, contentType }],
  });
}

async function askForName(ctx: Ctx, call: SlashCall): Promise<Answer> {
  return {
    kind: 'modal',
    customId: customId(FORM),
    title: say(ctx.locale, 'commands.deleteTitle'),
    fields: [
      { id: FIELD, label: say(ctx.locale, 'commands.deleteField', { name: call.user.username }), maxLength: 40 },
    ],
  };
}

async function deleteNamed(ctx: Ctx, call: ModalCall): Promise<Answer> {
  if (call.fields[FIELD]?.trim() !== call.user.username) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.deleteWrongName')]);
  }
  await deleteUser(ctx, call.userId);
  return privately(say(ctx.locale, 'account.deleted'));
}
