// What a company is, right after its name, in scripts that put no space between them.

const FIRST_HAN = 0x2e80;
const FIRM =
  /^(?:自動車|電機|電気|電工|電力|銀行|証券|製薬|製菓|食品|乳業|酒造|鉄道|航空|運輸|通運|生命|海上|火災|損保|重工|製作所|不動産|百貨店|商事|物産|新聞|汽车|手机|电器|银行|集团|公司|保险|证券|乳业|啤酒|地产|电脑|笔记本|浏览器|输入法|은행|카드|자동차|전자|증권|생명|화재|보험|백화점|호텔|그룹|항공|건설|제과|유업|일보)/u;
const LONGEST = 4;

/** Whether a name that ends at `end` goes on with what the company is: `三菱電機`, `大众汽车`, `하나은행`. */
export const isFirm = (folded: string, end: number): boolean =>
  folded.charCodeAt(end) >= FIRST_HAN && FIRM.test(folded.slice(end, end + LONGEST));
