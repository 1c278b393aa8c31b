import { menus } from './menus.ts';
import { starboardCommand } from './slash.ts';

export const commands = [starboardCommand, ...menus];
