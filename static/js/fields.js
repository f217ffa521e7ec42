// What fingers are at stays when a part is replaced: half-typed fields, what is ticked, what is open, the cursor.
// A field that nobody has touched is as the server sets it: the game that fits is another one once more people sit.

// Tells a field from all others, also in another rendering of its part.
export function fieldKey(field) {
  const hidden = (name) => field.form?.querySelector(`input[type=hidden][name=${name}]`)?.value;
  const form = [field.form?.dataset.ask ?? field.form?.getAttribute("action"), hidden("seat") ?? hidden("person")];
  return [...form, field.name, isTicked(field) ? field.value : ""].join("\n");
}

function isTicked(field) {
  return ["radio", "checkbox"].includes(field.type);
}

function isTouched(field) {
  if (isTicked(field)) {
    return field.checked !== field.defaultChecked;
  }
  if (field.options) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  return field.value !== field.defaultValue;
}

function fieldsOf(target) {
  return target.querySelectorAll("input:not([type=hidden]), select");
}

// The state of the touched fields and the folds in `target`; without the fields of forms that are `sent`, which start
// afresh.
export function rememberFields(target, isSent = () => false) {
  const kept = { fields: new Map(), open: new Map(), focus: null };
  for (const field of fieldsOf(target)) {
    if (!isSent(field.form) && isTouched(field)) {
      kept.fields.set(fieldKey(field), { value: field.value, checked: field.checked });
    }
    if (field === target.ownerDocument.activeElement && !isSent(field.form)) {
      kept.focus = { key: fieldKey(field), start: field.selectionStart, end: field.selectionEnd };
    }
  }
  for (const fold of target.querySelectorAll("details[id]")) {
    kept.open.set(fold.id, fold.open);
  }
  return kept;
}

export function restoreFields(target, { fields, open, focus }) {
  for (const fold of target.querySelectorAll("details[id]")) {
    if (open.has(fold.id)) {
      fold.open = open.get(fold.id);
    }
  }
  for (const field of fieldsOf(target)) {
    restoreValue(field, fields.get(fieldKey(field)));
    if (focus?.key === fieldKey(field)) {
      restoreFocus(field, focus);
    }
  }
}

// A choice that is offered no more is not restored.
function restoreValue(field, kept) {
  if (kept && isTicked(field)) {
    field.checked = kept.checked;
  } else if (kept && (!field.options || [...field.options].some((option) => option.value === kept.value))) {
    field.value = kept.value;
  }
}

function restoreFocus(field, { start, end }) {
  field.focus();
  if (start !== null && start !== undefined) {
    field.setSelectionRange(start, end);
  }
}
