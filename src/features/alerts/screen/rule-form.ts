import { atom, computed } from 'nanostores';
import type { FindingAnswer } from '#contract/finding.ts';
import { type Requester, RequestFailed } from '#contract/request.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { mainRecordOf } from '#domain/parameters.ts';
import { tidyLine } from '#lib/clean-line.ts';
import { showToast } from '#lib/page/toasts.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import {
  type AlertPreview,
  type AlertRule,
  type AlertTerms,
  changeAlertRule,
  createAlertRule,
  previewAlertRule,
} from '../contract.ts';
import { draftOf, factsOf, firstDraft, type RuleDraft, termsOf } from '../rules/draft.ts';
import { measuresOf } from '../rules/terms.ts';

/** What a form is opened for: a site, or a rule that is changed. */
export type RuleSubject = {
  readonly loc_ndx: number;
  readonly loc_name: string;
  readonly rule?: AlertRule;
};

type FormSettings = {
  readonly subject: RuleSubject;
  readonly request: Requester;
  /** How long a draft has to rest before its past is asked for, in milliseconds. */
  readonly restMs?: number;
};

const defaultRestMs = 400;

export type RuleForm = ReturnType<typeof createRuleForm>;

/** The form of a rule: the records of its site, what is entered, and its past, which follows what is entered. */
export function createRuleForm({ subject, request, restMs = defaultRestMs }: FormSettings) {
  const { loc_ndx, rule } = subject;
  const records = createQuery({
    fetch: async (signal) => {
      const latest = await request(readSiteLatest, { params: { location: String(loc_ndx) } }, { signal });
      return latest.records.filter(({ is_withheld }) => !is_withheld);
    },
  });
  const preview = createQuery<AlertPreview, AlertTerms>({
    onSubmit: true,
    fetch: (signal, terms) => request(previewAlertRule, { body: { terms } }, { signal }),
  });
  const $draft = atom<RuleDraft | undefined>(rule && draftOf(rule.terms, rule.name));
  const $isSaving = atom(false);
  const $isChecked = atom(false);
  const $record = computed([records.$state, $draft], (state, draft) =>
    dataOf(state)?.find(({ parameter_ndx }) => parameter_ndx === draft?.parameter),
  );
  const $result = computed([$record, $draft], (record, draft) =>
    record && draft ? termsOf(draft, record) : undefined,
  );
  /** What is wrong with the draft; that nothing is entered yet, only once someone has tried to save it. */
  const $faults = computed([$result, $draft, $isChecked], (result, draft, isChecked) => {
    if (!result || 'terms' in result) return {};
    const isEmpty = draft?.kind === 'level' && draft.level.trim() === '';
    return isEmpty && !isChecked ? {} : result.faults;
  });

  function startDraft(list: readonly FindingAnswer[] | undefined): void {
    if (!list || $draft.get()) return;
    const dated = list.flatMap((each) => (each.rdate === null ? [] : [{ ...each, rdate: each.rdate }]));
    const first = mainRecordOf(dated) ?? list[0];
    if (first) $draft.set(firstDraft(first));
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  function followTerms(result: ReturnType<typeof $result.get>): void {
    clearTimeout(timer);
    if (!result || 'faults' in result) preview.clear();
    else timer = setTimeout(() => preview.show(result.terms), restMs);
  }

  const { start } = createScreen({
    queries: [records],
    submitted: [preview],
    onStart: () => [
      records.$state.subscribe((state) => startDraft(dataOf(state))),
      $result.subscribe(followTerms),
      () => clearTimeout(timer),
    ],
  });

  return {
    ...{ subject, records, preview, $draft, $record, $faults, $isSaving, start },
    $measures: computed($record, (record) => (record ? measuresOf(factsOf(record)) : [])),
    edit(part: Partial<RuleDraft>) {
      const draft = $draft.get();
      if (draft) $draft.set({ ...draft, ...part });
    },
    /** Begins again with another record of the site. */
    choose(parameter: number) {
      const record = dataOf(records.$state.get())?.find((each) => each.parameter_ndx === parameter);
      if (record) $draft.set({ ...firstDraft(record), name: $draft.get()?.name ?? '' });
    },
    /** @returns the rule, once it is saved */
    async save(): Promise<AlertRule | undefined> {
      const [draft, result] = [$draft.get(), $result.get()];
      $isChecked.set(true);
      if (!draft || !result || 'faults' in result || $isSaving.get()) return undefined;
      const name = tidyLine(draft.name);
      const body = { name: name === '' ? null : name, terms: result.terms };
      $isSaving.set(true);
      try {
        const saved = rule
          ? await request(changeAlertRule, { params: { id: rule.id }, body })
          : await request(createAlertRule, { body });
        showToast(`The alert was saved: ${saved.condition}. Your profile lists it.`, 'success');
        return saved;
      } catch (cause) {
        const message = cause instanceof RequestFailed ? cause.message : '';
        showToast(message || 'The alert could not be saved. Try again.', 'error');
        return undefined;
      } finally {
        $isSaving.set(false);
      }
    },
  };
}
