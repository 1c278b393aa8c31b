import type { Call } from './call.ts';
import type { CommandPart } from './definition.ts';

export {
  type Answer,
  card,
  linkButton,
  type ModalField,
  message,
  nothingToSay,
  privateCard,
  privately,
  type Response,
  settle,
  update,
} from './answers.ts';
export type { Call, ComponentCall, MenuCall, ModalCall, SeenMessage, SlashCall } from './call.ts';
export { checkCommands } from './check.ts';
export {
  type Choice,
  type CommandPart,
  type Component,
  customId,
  customIdIfShort,
  defineCommand,
  type MenuCommand,
  type Modal,
  type Option,
  type SlashCommand,
  type Subcommand,
} from './definition.ts';
export { createEndpoint, isSignedByDiscord, readPublicKey, type SignedCall } from './endpoint.ts';
export { inAllLanguages, listedOnly, pathIn } from './languages.ts';
export { type CommandIds, nameCommands, readCommandIds } from './mentions.ts';
export { mergeCommands } from './merge.ts';
export { COMMANDS_KEY, commandBodies, localised, type Registration, registerCommands } from './register.ts';
export { holdsPermissions, serverOf, whyNot } from './requirements.ts';
export { createRouter, type Router, type RouterOptions } from './router.ts';

declare module '@tally/kernel' {
  interface Feature {
    /** Slash commands, menu entries, buttons, selects and modals (bot). */
    readonly commands?: readonly CommandPart[];
    /**
     * Adds what this feature knows about the person and the place before a command runs, such as language and flags.
     * Throws an AppError to refuse the person. All features are called in the order of the registry.
     */
    readonly greetCaller?: (ctx: Ctx, call: Call) => Promise<Ctx>;
  }
}
