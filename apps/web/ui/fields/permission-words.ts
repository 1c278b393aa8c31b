import { useTranslations } from 'next-intl';

/** As Discord's settings call a permission; one that has no words here is taken apart: `UseVAD` becomes `Use VAD`. */
export function usePermissionWords(): (name: string) => string {
  const t = useTranslations('servers.permissions');
  return (name) => (t.has(name as never) ? t(name as never) : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}
