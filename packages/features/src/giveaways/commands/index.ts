import { buttons } from './buttons.ts';
import { menus } from './menus.ts';
import { rerollButton } from './reroll.ts';
import { giveawayCommand } from './slash.ts';

export const commands = [giveawayCommand, ...buttons, ...menus, rerollButton];
