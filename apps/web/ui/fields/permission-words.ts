import { useTranslations } from 'next-intl';

/** Returns a permission's name in Discord's settings. Unknown ones are split: `UseVAD` becomes `Use VAD`. */
export function usePermissionWords(): (name: string) => string {
  const t = useTranslations('servers.permissions');
  return (name) => (t.has(name as never) ? t(name as never) : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}
