// One script, fetched when the folded sections come into sight.

export { CounterForm } from '../../stat-counters/form.tsx';
export { AdvancedSection } from './advanced-section.tsx';
export { AuditLogSection } from './audit-log-section.tsx';
export { EndSection } from './end-section.tsx';
export { ExtrasSection } from './extras-section.tsx';
export { FilterSection } from './filter-section.tsx';
export { JournalList } from './journal-list.tsx';
export { LeaderboardSection } from './leaderboard-section.tsx';
export { LiveRoleSection } from './live-role-section.tsx';
export { MediaSection } from './media-section.tsx';
export { RoleSyncSection } from './role-sync-section.tsx';
export { TimingSection } from './timing-section.tsx';
