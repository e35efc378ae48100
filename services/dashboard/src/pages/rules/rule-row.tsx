import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Cell, Row } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { ActiveSwitch } from './active-switch.tsx';
import type { Rule } from './rule-draft.ts';
import { RuleResults } from './rule-results.tsx';

export function RuleRow({ rule }: { readonly rule: Rule }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['rules'] });
  const path = { id: rule.id };
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/api/rules/{id}', { params: { path } })),
    onSuccess: () => {
      showToast(texts.rules.deleted(rule.name));
      return refresh();
    },
    onError: showFailure,
    onSettled: () => setDeleting(false),
  });
  return (
    <Row>
      <Cell>
        <Link
          to="/rules/$id"
          params={path}
          className="font-medium text-ink hover:text-accent hover:underline"
        >
          {rule.name}
        </Link>
        {rule.description !== null && (
          <p className="line-clamp-1 max-w-96 text-xs text-faint">{rule.description}</p>
        )}
      </Cell>
      <Cell>
        <Badge>{texts.rules.types[rule.type].name}</Badge>
      </Cell>
      <Cell className="text-soft">
        {rule.projectName ?? texts.rules.everywhere}
        {rule.taskName !== null && <span className="text-faint"> / {rule.taskName}</span>}
      </Cell>
      <RuleResults ruleId={rule.id} />
      <Cell>
        <ActiveSwitch rule={rule} />
      </Cell>
      {may('deleteRule') && (
        <Cell className="text-right">
          <IconButton
            icon={Trash2}
            label={texts.rules.delete(rule.name)}
            onClick={() => setDeleting(true)}
          />
          <ConfirmDialog
            isOpen={isDeleting}
            onClose={() => setDeleting(false)}
            title={texts.rules.delete(rule.name)}
            text={texts.rules.deleteText}
            confirm={texts.form.delete}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </Cell>
      )}
    </Row>
  );
}
