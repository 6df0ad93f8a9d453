export { countryName } from '@countersign/contracts/trust'

/** The countries offered as filters: where virtual-asset providers are licensed or supervised. */
export const countryCodes =
  'AE AR AT AU BE BG BM BR BS CA CH CL CO CY CZ DE DK EE ES FI FR GB GI GR HK HR HU ID IE IL IM IN IS IT JE JP KE KR KY LI LT LU LV MT MU MX MY NG NL NO NZ PH PL PT QA RO SA SC SE SG SI SK SV TH TR TW US VG VN ZA'.split(
    ' ',
  )
