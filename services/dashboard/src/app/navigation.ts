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
  ScrollText,
  Search,
  Settings,
  Truck,
  Users,
} from 'lucide-react';

import type { OperationId } from '../api/least-roles.ts';
import { texts } from '../texts.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: string;
  readonly icon: LucideIcon;
  /** What the page cannot do without: who may not call it is not offered the page. */
  readonly needs: OperationId;
  /** The key that leads there, after `g`. */
  readonly key: string;
}

export interface NavigationGroup {
  /** Null for the first, which speaks for itself. */
  readonly text: string | null;
  readonly entries: readonly NavigationEntry[];
}

/** The menu, in its order. A page that is not in it is reached by links only. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    text: null,
    entries: [
      { to: '/', text: texts.navigation.queue, icon: Inbox, needs: 'searchOutputs', key: 'q' },
      {
        to: '/outputs',
        text: texts.navigation.outputs,
        icon: Search,
        needs: 'searchOutputs',
        key: 'o',
      },
      {
        to: '/overview',
        text: texts.navigation.overview,
        icon: ChartColumn,
        needs: 'getStatistics',
        key: 'v',
      },
    ],
  },
  {
    text: texts.navigation.groups.automation,
    entries: [
      {
        to: '/rules',
        text: texts.navigation.rules,
        icon: ScrollText,
        needs: 'listRules',
        key: 'r',
      },
      {
        to: '/instructions',
        text: texts.navigation.instructions,
        icon: BookOpenText,
        needs: 'listInstructions',
        key: 'i',
      },
      {
        to: '/projects',
        text: texts.navigation.projects,
        icon: FolderOpen,
        needs: 'listProjects',
        key: 'p',
      },
    ],
  },
  {
    text: texts.navigation.groups.delivery,
    entries: [
      {
        to: '/destinations',
        text: texts.navigation.destinations,
        icon: Radio,
        needs: 'listDestinations',
        key: 'd',
      },
      {
        to: '/deliveries',
        text: texts.navigation.deliveries,
        icon: Truck,
        needs: 'listDeliveries',
        key: 'y',
      },
    ],
  },
  {
    text: texts.navigation.groups.workspace,
    entries: [
      {
        to: '/members',
        text: texts.navigation.members,
        icon: Users,
        needs: 'listMembers',
        key: 'm',
      },
      {
        to: '/tokens',
        text: texts.navigation.tokens,
        icon: KeyRound,
        needs: 'listTokens',
        key: 't',
      },
      {
        to: '/audit',
        text: texts.navigation.audit,
        icon: FileClock,
        needs: 'listAuditRecords',
        key: 'a',
      },
      {
        to: '/settings',
        text: texts.navigation.settings,
        icon: Settings,
        needs: 'updateSettings',
        key: 's',
      },
    ],
  },
];
