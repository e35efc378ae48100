/**
 * What destinations are to be told of an evaluated row `s`; null where certainly none is there to hear it.
 * Most workspaces have none, and whether one has is found by its index.
 */
export const EVENT_IF_HEARD = `
  CASE WHEN s.status <> 'pending' AND (s.callback_events IS NOT NULL OR EXISTS (
    SELECT FROM destinations d WHERE d.workspace_id = s.workspace_id AND d.is_active
  )) THEN s.status END`;
