import { cx } from '../../../ui/cx.ts';
import type { ServerSetting } from './tabs.ts';

/** A card that a URL can link to, kept below the fixed header. */
export const target = (id: ServerSetting, className?: string) => ({ id, className: cx('scroll-mt-20', className) });
