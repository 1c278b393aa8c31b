import type { Control } from '../../world.ts';
import type { Core } from '../discord.ts';
import { oauthControls } from './oauth.ts';
import { talkControls } from './talk.ts';

/** The actions of this world, `POST /control/discord/<name>`. */
export const createControls = (core: Core): Readonly<Record<string, Control>> => ({
  ...talkControls(core),
  ...oauthControls(core),
});
