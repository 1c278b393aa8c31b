import type { Control } from '../../world.ts';
import type { Core } from '../discord.ts';
import { interactionControls } from './interactions.ts';
import { machineryControls } from './machinery.ts';
import { oauthControls } from './oauth.ts';
import { otherBotControls } from './other-bots.ts';
import { peopleControls } from './people.ts';
import { placeControls } from './places.ts';
import { talkControls } from './talk.ts';

/** The actions of this world, `POST /control/discord/<name>`. */
export const createControls = (core: Core): Readonly<Record<string, Control>> => ({
  ...talkControls(core),
  ...interactionControls(core),
  ...peopleControls(core),
  ...otherBotControls(core),
  ...placeControls(core),
  ...machineryControls(core),
  ...oauthControls(core),
});
