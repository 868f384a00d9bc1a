import { type Command, Option } from 'commander';
import { EXPORTS, exporting } from '../../../contract/export.ts';
import { id } from '../options.ts';
import { pour, WrongUsage } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Options = {
  brand: number;
  what: string;
  format: string;
  from?: string;
  to?: string;
  agent?: string[];
  tag?: string[];
};

const HELP = `
Writes to standard output:
  brandscope export --brand 1 --what answers > answers.jsonl
Exported answers as JSON lines can be imported again with \`brandscope import\`.`;

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write everything of one kind that is stored of a brand, as JSON lines or CSV')
    .requiredOption('--brand <id>', 'brand that is exported', id)
    .addOption(new Option('--what <what>', 'what of it').choices([...EXPORTS]).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'format').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--from <day>', 'first UTC day, as YYYY-MM-DD')
    .option('--to <day>', 'last UTC day')
    .option('--agent <agent...>', 'of these agents alone')
    .option('--tag <tag...>', 'of prompts with any of these tags')
    .addHelpText('after', HELP)
    .action(exportBrand);
}

async function exportBrand({ brand: brandId, what, format, from, to, agent, tag }: Options): Promise<void> {
  const given = { brand_id: brandId, what, format, date: { from, to }, ai_agent: agent, tags: tag };
  const { data: input, error } = exporting.export.input.safeParse(given);
  if (!input)
    throw new WrongUsage((error.issues[0]?.message ?? 'the export is not valid').replaceAll('date.', '--'));
  await withDatabase(async (operator) => {
    const brand = await operator.findBrand(brandId);
    if (!brand) throw new Error(`Brand ${brandId} not found`);
    const { portions } = await operator.export(brand, input);
    await pour(portions);
  });
}
