import type { LinkProps } from '@tanstack/react-router';
import {
  BookOpenText,
  ChartColumn,
  FileClock,
  FolderOpen,
  Inbox,
  KeyRound,
  type LucideIcon,
  Radio,
  Scale,
  ScrollText,
  Search,
  Settings,
  Truck,
  Users,
  UsersRound,
} from 'lucide-react';

import type { OperationId } from '../api/least-roles.ts';
import { texts } from './texts.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: string;
  readonly icon: LucideIcon;
  /** The operation that the page requires. Roles that may not call it do not see the entry. */
  readonly needs: OperationId;
  /** The key that opens the page, after `g`. */
  readonly key: string;
}

interface NavigationGroup {
  /** Null for the first group, which needs no heading. */
  readonly text: string | null;
  readonly entries: readonly NavigationEntry[];
}

const words = texts.navigation;

const REVIEW: readonly NavigationEntry[] = [
  { to: '/', text: words.queue, icon: Inbox, needs: 'searchOutputs', key: 'q' },
  { to: '/outputs', text: words.outputs, icon: Search, needs: 'searchOutputs', key: 'o' },
  { to: '/overview', text: words.overview, icon: ChartColumn, needs: 'getStatistics', key: 'v' },
  { to: '/reviewers', text: words.reviewers, icon: UsersRound, needs: 'listReviewers', key: 'w' },
];

const AUTOMATION: readonly NavigationEntry[] = [
  { to: '/rules', text: words.rules, icon: ScrollText, needs: 'listRules', key: 'r' },
  {
    to: '/rule-results',
    text: words.ruleResults,
    icon: Scale,
    needs: 'listRuleResults',
    key: 'e',
  },
  {
    to: '/instructions',
    text: words.instructions,
    icon: BookOpenText,
    needs: 'listInstructions',
    key: 'i',
  },
  { to: '/projects', text: words.projects, icon: FolderOpen, needs: 'listProjects', key: 'p' },
];

const DELIVERY: readonly NavigationEntry[] = [
  {
    to: '/destinations',
    text: words.destinations,
    icon: Radio,
    needs: 'listDestinations',
    key: 'd',
  },
  { to: '/deliveries', text: words.deliveries, icon: Truck, needs: 'listDeliveries', key: 'y' },
];

const WORKSPACE: readonly NavigationEntry[] = [
  { to: '/members', text: words.members, icon: Users, needs: 'listMembers', key: 'm' },
  { to: '/tokens', text: words.tokens, icon: KeyRound, needs: 'listTokens', key: 't' },
  { to: '/audit', text: words.audit, icon: FileClock, needs: 'listAuditRecords', key: 'a' },
  { to: '/settings', text: words.settings, icon: Settings, needs: 'updateSettings', key: 's' },
];

/** The menu, in display order. Pages that are not in it are reached by links only. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { text: null, entries: REVIEW },
  { text: words.groups.automation, entries: AUTOMATION },
  { text: words.groups.delivery, entries: DELIVERY },
  { text: words.groups.workspace, entries: WORKSPACE },
];
