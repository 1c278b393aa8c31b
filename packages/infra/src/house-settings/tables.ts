import { pgTable, text } from '../sql/index.ts';

export const settingsOfHouse = pgTable('settings_of_house', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
