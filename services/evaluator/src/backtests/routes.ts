import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { applyRule } from './apply.ts';
import { prepare } from './prepare.ts';

/** The evaluator's part of backtests. Review runs their jobs. */
export const backtestRoutes = [
  route(INTERNAL_OPERATIONS.prepareBacktest, prepare),
  route(INTERNAL_OPERATIONS.applyBacktestRule, applyRule),
];
