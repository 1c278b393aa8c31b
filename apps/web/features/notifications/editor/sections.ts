// Exports all folded sections as one script, which loads when they come into view.

export { CounterForm } from '../../stat-counters/form.tsx';
export { AdvancedSection } from './sections/advanced.tsx';
export { AuditLogSection } from './sections/audit-log.tsx';
export { EndSection } from './sections/end.tsx';
export { ExtrasSection } from './sections/extras.tsx';
export { FilterSection } from './sections/filter.tsx';
export { JournalList } from './sections/journal-list.tsx';
export { LeaderboardSection } from './sections/leaderboard.tsx';
export { LiveRoleSection } from './sections/live-role.tsx';
export { MediaSection } from './sections/media.tsx';
export { RoleSyncSection } from './sections/role-sync.tsx';
export { TimingSection } from './sections/timing.tsx';
