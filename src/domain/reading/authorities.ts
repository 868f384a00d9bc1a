// Authorities, chambers and seals: answers name them beside brands, and they are none.
import { fold } from './fold.ts';
import { isAuthorityName } from './words.ts';

/** What their names are made of, by language. */
const FORMS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:Ministry|Commission|Ombudsman|Department of|Chamber of|Council of|Bureau of|Regulatory Authority|Attorney General)\b/u,
  de: /(?:ministerium|kammer|behörde|Bundesamt|Landesamt|Verbraucherzentrale|bundesbank|aufsicht)(?:s|en|n)?$/iu,
  fr: /^(?:Ministère|Ordre des|Chambre de|Chambre des|Autorité d|Agence nationale|Caisse d'allocations|Préfecture|Direction générale)/u,
  es: /^(?:Ministerio|Agencia (?:Tributaria|Española)|Colegio (?:de|Oficial)|Cámara de|Consejo (?:de|Regulador)|Dirección General|Defensor|Superintendencia|Procuraduría)/u,
  pt: /^(?:Ministério|Conselho (?:Regional|Federal)|Câmara de|Agência Nacional|Receita Federal|Secretaria|Autoridade|Ordem dos)/u,
  it: /^(?:Ministero|Agenzia (?:delle|per)|Camera di|Ordine de|Garante|Autorità|Banca d'Italia)/u,
  nl: /^(?:Ministerie|Autoriteit|Kamer van|Inspectie)|autoriteit$/u,
  pl: /^(?:Ministerstwo|Urząd|Urzędu|Izba|Rzecznik|Komisja|Inspekcja|Główny Inspektor|Narodowy Fundusz)(?: |$)/u,
  ru: /надзор(?:а|у|ом|е)?$|^(?:Министерств|Ассоциаци|Комисси|Федеральн|Управлени)/u,
  tr: /(?:Bakanlığı|Başkanlığı|Kurumu|Kurulu|Odası|Odaları|Müdürlüğü|Birliği|Belediyesi|Derneği|Heyeti|Federasyonu)(?:'\p{L}+|n[aı]\p{L}*)?$/u,
  ar: /^(?:ال)?(?:هيئة|وزارة|جمعية|نقابة|بلدية|مصلحة|اتحاد)(?: |$)/u,
  hi: /(?:मंत्रालय|आयोग|प्राधिकरण|लोकपाल|विभाग|निगम|परिषद)$/u,
  zh: /(?:总局|委员会|委員會|协会|協會|消保委|监管局|管理局|税务局|公安局|交通局|政府|工信部|教育部)$/u,
  ja: /(?:省|庁|委員会|協会|連盟|税務署|法務局|役所|消費生活センター|労働局|運輸局)$/u,
  ko: /(?:위원회|협회|감독원|소비자원|세무서|진흥원|평가원|공단|연합회|식약처|국세청|구청|시청)$/u,
};

/** Whether a phrase names an authority or a seal; cases of Slavic and Turkish names are known. */
export function isAuthority(text: string, language: string): boolean {
  const folded = fold(text);
  if (isAuthorityName(folded, language)) return true;
  if (language === 'tr' && isAuthorityName(folded.replace(/'\p{L}+$/u, ''), language)) return true;
  if (SLAVIC.has(language) && folded.length > 4 && isAuthorityName(folded.replace(CASE, ''), language))
    return true;
  return FORMS[language]?.test(text) === true;
}

const SLAVIC = new Set(['pl', 'ru']);
const CASE = /(?:ом|ем|owi|em|a|u|ie|а|у|е)$/u;
