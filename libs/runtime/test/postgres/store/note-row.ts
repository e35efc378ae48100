import { EntitySchema } from 'typeorm';

export interface NoteRow {
  id: string;
  text: string;
}

export const NoteSchema = new EntitySchema<NoteRow>({
  name: 'note',
  tableName: 'notes',
  columns: { id: { type: 'text', primary: true }, text: { type: 'text' } },
});
