/**
 * Weights of clues for the roles of fields, in tenths; what a clue looks like is said in clues.ts. Made, not written: by bench/suites/forms.ts --train,
 * logistic regression with the first norm over the training half of the data of Formasaurus.
 */
export const ROLE_WEIGHTS = {
  about: `
    type=textarea 18 kind=registration+textarea 13 kind=registration 5 type=text -5 any~comment 4
    before:рѕс 4 name:1 4 name~comment 4 after:рµ 3 before:сџ 3 previous=receive-emails 3 after:рё 2
    before:рѕ 2 always 1 before:рё 1 before:с 1 next=checkbox 1`,
  address: `
    previous=address 25 name~street 19 before~street 17 any~street 14 any~city 12 name:account 11
    name:data 11 after:city 10 kind=registration+radio 9 label~street 8 type=text 8 after~city 7 same 7
    any~region 6 class:location 6 next=checkbox 6 type=radio 5 always 4 before:location 4 before:n 4
    before:street 4 label~city 4 previous=none -4 after:рі 3 after~kind 3 after~region 3 any~mail -3
    kind=search+text 3 label~zip 3 name:location 3 next=radio 3 after:рє 2 any~zip 2 before:рірѕ 2
    before~region 2 kind=contact+text 2 kind=registration+textarea 2 name:address 2 after:box 1 after:to -1
    after:рѕ 1 after:с 1 any~date -1 before:рµ 1 before:рє 1 before:рј 1 kind=registration+text -1
    kind=search 1 label~region 1 name:street 1 name~mail -1 name~user 1 type=checkbox -1 type=textarea 1`,
  cancel: `
    class:button 11 name:not 7 class:2 6 class~again 6 value:с 5 value~terms 5 any~again 4 any~terms 4
    kind=registration 4 kind=registration+submit 4 name~terms 4 next=none 4 type=submit 3 type=text -3
    previous=terms 2 always -1`,
  captcha: `
    any~captcha 31 before~captcha 18 name~captcha 15 next=submit 14 type=text 13 name:challenge 11
    name:code 11 label~captcha 8 previous=comment 7 before~again 5 name:n 4 name:recaptcha 4 before:code -3
    before:or -3 before:you -3 previous=none -3 before:on -2 before:с 2 before:сѓс 2 kind=contact 2
    kind=contact+text 2 next=text -2 always 1 any~name -1 before:р 1 before:рµ 1 before:рё 1 before~kind -1
    kind=recovery 1 kind=recovery+text 1 kind=registration+text 1 label:captcha 1 name:captcha 1
    name:field 1 previous=email-confirmation 1`,
  city: `
    any~city 28 name~city 25 name:city 17 before~city 13 label~city 10 type=text 5 next=none 4 before:city 3
    kind=search 3 previous=postal-code 3 always 2 label:city 2 any~kind 1 name:2 1`,
  comment: `
    type=textarea 25 kind=contact+textarea 21 previous=subject 10 any~message 9 before~comment 9
    kind=contact 7 next=submit 7 any~comment 6 before:description 6 name~message 5 after~kind 4
    before~message 4 kind=other+text 4 name:message 4 name~comment 4 previous=email 4 kind=registration -3
    next=textarea -3 any~kind 2 before:comments 2 before:сџ -2 kind=other 2 label~comment 2 next=text 2
    previous=other 2 type=text 2 after~captcha 1 always 1 class:required 1`,
  country: `
    any~country 25 name~country 18 before~country 13 label~country 11 name:country 10
    kind=registration+select 7 label:country 6 before:country 5 type=select 5 inside:afghanistan 4
    options=10+ 3 kind=registration 2`,
  date: `
    any~date 21 name~date 17 class:date 10 class~date 10 label~date 10 kind=search 7 before~date 6
    kind=search+text 3 any~user -2 kind=registration+text -2 name:birth -2 name~user -2 previous=other 2
    any~clear 1 before:check 1 kind=registration -1 label:check 1 label~month 1 name:date 1 next=text -1
    type=text -1`,
  day: `
    any~day 13 previous=month 9 name:day 8 name~date 8 any~date 7 name:birth 7 class:day 5 class~day 5
    before~day 4 inside:22 4 inside:23 4 next=select 4 before:date 3 inside:13 3 inside:14 3 inside:15 3
    inside:16 3 inside:17 3 inside:18 3 inside:19 3 inside:20 3 inside:21 3 previous=email 3 before:birth 2
    before:of 2 inside:10 2 inside:11 2 inside:12 2 kind=registration 2 before~date 1 inside~again 1
    name:of 1 name~day 1`,
  'daylight-saving': `
    class:primary 6 name:sel 6 options=3 6 kind=registration+select 5 next=checkbox 5 type=select 4
    kind=registration 3 always 1 type=text -1`,
  email: `
    any~mail 25 name:email 19 before~mail 17 name~mail 17 previous=email -16 before~name -13 label~user -13
    previous=none 11 label:email 10 type=text 9 value~mail 9 before~again -7 previous=full-name 7
    label~name -6 next=password 6 after:o 5 name:edit 5 before:email 4 class:form 4 kind=login+text 4
    kind=mailing-list 4 kind=registration -4 label~again -4 label~mail 4 value:email 4 after:e -3
    any~street 3 class:required 3 class:text 3 kind=login 3 label:e -3 previous=submit -3 type=checkbox -3
    before:confirm -2 before:e 2 before:ein -2 before:id -2 before~user -2 kind=mailing-list+text 2
    name~name 2 after:de 1 after~mail -1 before:mail 1 label:mail -1 name:2 1 name:address 1 name:username 1
    name~user 1`,
  'email-confirmation': `
    previous=email 16 name~mail 12 any~again 10 before~again 10 any~mail 9 label~again 9 name~again 9
    before~mail 6 before:confirm 4 before:email 4 label~mail 4 name:email 4 always -3 label:email 2`,
  fax: `
    any~fax 14 name:fax 14 previous=phone 12 before:fax 9 before~fax 9 name~fax 7 kind=registration+text 2
    type=text -1`,
  'first-name': `
    name~first 22 name~name 14 any~first 12 any~name 10 before~first 10 previous=last-name 9 after~last 8
    before~name 8 name:first 8 next=text 7 label~name 6 name:name 5 after:last 3 any~last 3 label~first 3
    name:firstname 3 name~register 3 always -2 any~register 2 kind=other -1 name:field 1
    previous=first-name -1`,
  'full-name': `
    any~name 19 name~name 13 any~first -10 after~mail 9 before~name 9 kind=contact 9 next=submit -8
    kind=contact+text 7 after:e 6 any~company -6 before:te 6 class~name 6 name:profile 6 next=text 6
    before:name 5 previous=first-name -5 previous=other 5 before:e 4 previous=none 4 value:name 4
    after~name -3 label:name 3 label~name 3 name:1 3 name:name 3 name~user 3 type=text 3 value~name 3
    before~company -2 previous=username 2 after:email 1 after:рє 1 always 1 any~register -1 class:field 1
    class:required 1 kind=search -1 label~first -1 name:user 1 previous=last-name -1`,
  gender: `
    name~gender 25 any~gender 22 kind=registration+radio 10 name:gender 10 type=radio 10 kind=registration 8
    before~gender 7 label~gender 7 type=text -6 options=2 4 after~gender 3 kind=registration+select 2
    next=radio 2 previous=gender 2`,
  honeypot: `
    kind=contact+text 14 kind=contact 11 next=submit 9 before:on 6 type=text 6 before:code 5 before:or 5
    before:type 5 before:you 5 name:captcha 5 previous=captcha 5 before:the 4 name~captcha 4 any~captcha 3
    before~kind 3 always -2 previous=comment 2 next=text -1`,
  'last-name': `
    before~last 20 name~last 15 any~last 13 any~name 12 previous=first-name 11 after~first 10 before~name 9
    name~name 9 after~name 8 any~first 5 label~last 5 name:last 5 before:last 4 kind=other+text 4
    next=text 4 name:lastname 3 after:сџ 2 before:nom 2 before:votre 2 before:your -2 kind=other 2
    label:nom 2 label:votre 2 after:votre 1 after:рј 1 always -1 before:рё 1 before:рј 1 before:сџ 1
    class:text 1 kind=order -1 label~name -1 name:fullname -1 previous=password-confirmation 1`,
  'middle-name': `
    previous=first-name 11 name~name 7 any~name 6 before:рћ 5 before:рірѕ 4 before:сѓс 4 after:рѕ 3
    before:рµ 3 kind=registration+text 3 next=text 3 after:р 2 before:с 2 type=text 2 always -1
    kind=registration 1`,
  month: `
    any~month 21 name~month 16 name:month 11 any~date 9 name~date 9 previous=day 9 options=10+ 6
    name:birth 5 previous=year 5 class:month 4 class~month 4 next=select 3 kind=registration 2
    inside~month 1 kind=registration+select 1 type=select 1`,
  number: `
    previous=number 17 type=text 14 kind=search+text 12 kind=other 7 kind=search 7 any~kind 6 before:for 6
    next=text 6 readonly 6 after~kind 4 before~kind 4 always 3 label:to 3 name:8 3 name:location 3
    next=submit -3 previous=none -3 before:to 2 kind=other+text 2 kind=registration -2 any~user -1 name:1 -1
    name:date 1 name:price 1 name~name -1`,
  openid: `
    always -2`,
  organization: `
    before~company 18 any~company 11 name~company 9 kind=registration+text 7 name:company 7 after~street 5
    before:company 5 before~name 5 label~company 5 type=text 5 any~name 4 next=text 4 previous=last-name 4
    label~name 3 any~street 2 before:name 2 always 1 class:input -1 kind=contact+text 1 label:company -1`,
  other: `
    always 34 type=checkbox 20 previous=other 15 kind=other 14 type=radio 14 name~buy 12 before:your 10
    kind=search -10 before:code 9 type=file 9 any~terms -8 before:you 8 type=text -8 before:add 7
    inside:000 -7 kind=other+radio 7 name:code 7 name~name -7 type=select 7 after:number 6 after~name 6
    before:a 6 before:id 6 inside:10 -6 label~name -6 name:button 6 name:f 6 name~gender -6 next=text 6
    value:1 6 before:select 5 before~mail -5 kind=order+select 5 kind=other+text -5 name:data -5
    next=none -5 next=radio 5 next=textarea 5 type=textarea -5 after:a 4 after~quantity 4 any~buy 4
    any~month -4 before:order 4 before~name -4 kind=contact 4 kind=contact+file 4 label~kind 4 name:title 4
    same 4 after:address 3 after~phone 3 any~date -3 any~register 3 before:have 3 before:number 3
    before:optional 3 before:this 3 before:what 3 before:р -3 before~style 3 class:file 3 class:form -3
    class:required -3 inside:50 -3 inside~again -3 kind=mailing-list 3 kind=registration+textarea -3
    kind=search+radio -3 kind=search+select -3 label:code 3 label:your 3 name:1 3 name~kind 3 name~terms -3
    options=6-9 3 previous=subject -3 after:for 2 after:key 2 any~again -2 any~company 2 any~region -2
    any~remember -2 any~subject 2 any~user 2 before:one 2 before:with 2 before:с -2 before~buy 2
    before~contact 2 class:input 2 class:select 2 kind=mailing-list+checkbox 2 kind=registration+text 2
    label:a 2 label~news -2 name:0 -2 name:000 2 name:cb -2 name~subject 2 next=select 2
    previous=password -2 after:at 1 after:message 1 after:your 1 after:р -1 after~year 1 any~city -1
    any~forgot -1 any~mail -1 any~password -1 any~sort -1 before:advanced -1 before:job 1 before:my 1
    before~street -1 inside:20 -1 inside:one 1 kind=contact+checkbox 1 kind=other+checkbox 1
    kind=registration 1 label:account 1 label:me -1 label:search 1 name:image 1 name:part -1
    name~password -1 previous=city 1 previous=email 1 previous=none 1`,
  password: `
    password=1 25 type=password 20 name~password 17 any~password 12 name:password 9 kind=login+password 8
    previous=password -8 type=text -6 previous=email 5 before~password 4 next=password 3 previous=username 3
    after~again 2 kind=login 2 kind=registration+password 2 label~password 2 name~again -2 after~password 1
    before:password 1`,
  'password-confirmation': `
    password=2 18 previous=password 18 kind=registration+password 12 type=password 12 name~again 9
    before~again 7 any~again 5 any~password 5 name~password 5 type=text -5 before~password 2
    kind=registration 2 label~again 2 name:password 2 always -1 label~password 1`,
  phone: `
    any~phone 30 before~phone 24 name~phone 24 label~phone 13 name:phone 13 before:phone 10 label:phone 2
    previous=email 2 type=text 2 kind=registration+text 1`,
  'postal-code': `
    any~zip 31 name~zip 25 name:zip 16 before~zip 15 type=text 13 label~zip 8 previous=address 8
    after~region 6 label:code 4 before:code 3 kind=order 3 kind=order+text 3 any~region 2 name:zipcode 2
    kind=contact -1 kind=other 1`,
  quantity: `
    any~quantity 22 kind=order 15 name~quantity 15 before~quantity 9 kind=order+text 9 class~quantity 8
    name:qty 6 value:1 6 class:qty 5 name:quantity 4 next=submit 4 next=text -4 before:quantity 3 name:0 3
    kind=registration -1 label~quantity 1 previous=none 1`,
  'read-only': `
    value:0 11 type=text 10 after~name 9 always 8 any~password 6 kind=order+text 6 kind=registration+text -6
    value~subject 6 previous=none 5 any~last 4 any~subject 4 kind=order 4 name:ctl 4 any~street 3
    class:default 3 kind=contact+text 3 name:hint 3 name:navbar 3 name:vb 3 any~secret 2 class:input -2
    class:textbox 2 name:password 2 name~password 2 name~secret 2 next=none 2 any~again -1 any~name 1
    any~user -1 kind=contact 1 name:login 1 name~login 1 next=text 1 previous=password 1`,
  'receive-emails': `
    type=checkbox 19 kind=registration+checkbox 18 any~news 12 label~news 11 name~newsletter 11 value:1 9
    any~mail 7 name~mail 7 after~news 6 label~mail 6 name:accept 6 type=text -6 any~newsletter 5
    kind=registration 5 name~terms 5 label:me 4 label:partners 4 name:newsletter 4 name~news 3 any~terms 2
    label:and 2 after:and 1 after:рї 1 after:сђрј 1 label:e 1 label:offers 1 label:send 1 next=textarea 1
    previous=none -1 previous=receive-emails 1 value:true 1`,
  'remember-me': `
    kind=login+checkbox 23 type=checkbox 17 kind=login 16 any~remember 15 name~remember 14
    previous=password 12 type=text -8 value:1 5 kind=registration -2 name:remember 2 name~user 2 next=none 2
    next=submit 2 any~forgot 1 label~remember 1`,
  reset: `
    previous=submit 10 any~clear 8 any~forgot 8 name:reset 8 name~clear 8 name~forgot 8 type=reset 8
    class:button 7 next=none 7 type=text -3`,
  'search-query': `
    kind=search+text 25 query 18 kind=search 17 previous=none 14 label~search 13 any~search 12
    name~search 10 next=submit 10 name:q 5 next=image 5 next=text -5 previous=submit 5 type=text 4
    any~zip -3 name:00 3 always -2 kind=registration -2 kind=search+search 2 label:search 2 name:ctl 2
    type=search 2 type=select -2 any~city -1 class:autocomplete 1 name:location -1`,
  'search-refinement': `
    kind=search 40 kind=search+checkbox 21 kind=search+select 19 kind=search+radio 14
    previous=search-refinement 13 type=checkbox 13 type=text -13 next=none -9 after~kind -8 same 8
    type=radio 8 type=select 8 any~sort -6 kind=registration -6 name:search 6 name~search 6 name~sort -6
    kind=search+text -5 next=checkbox 5 next=radio 5 before~search 4 name~kind 4 after:search -3
    inside:an -3 inside:2 2 inside:all 2 inside:alle 2 name:bar 2 name:ddl 2 type=submit -2 after:to -1
    always 1 any~region -1 any~user 1 before~sort -1 inside:15 -1 inside:any -1 kind=contact -1 name~zip -1
    options=6-9 1 previous=search-query 1`,
  'security-question': `
    always -2`,
  sorting: `
    any~sort 21 name~sort 21 kind=search 12 type=select 12 previous=sorting 10 inside:25 8 before~sort 7
    kind=search+select 7 inside:50 6 type=text -6 options=6-9 5 previous=none 5 after:по 4 any~buy 4
    before:per 4 before:sort 4 kind=other+select 4 label:по 4 options=3 4 kind=search+radio 3
    kind=registration -2 name:sd 2 next=text -2 options=10+ -2 any~day 1 any~month 1 before:by 1
    inside:000 1 inside:6 1 inside~day 1 inside~month 1 inside~subject 1 kind=other 1 name:by 1 next=none 1
    next=radio 1 type=radio 1`,
  state: `
    any~region 20 name~region 17 before~region 12 any~search 11 options=10+ 10 name:state 9 previous=city 9
    type=select 8 any~zip 6 class~search 6 name:reg 6 next=select 5 previous=postal-code 5 class:select 4
    next=text 4 before:state 3 inside:state 3 label~region 3 after~city 2 inside:alabama 2 inside:alaska 2
    inside:arizona 2 inside:arkansas 2 inside~region 2 kind=search+select 2 after:zip 1 label:state -1
    name:form 1`,
  style: `
    name~style 12 any~style 11 kind=other+select 9 inside:4 7 kind=other 6 previous=none 5 inside:mobile 4
    inside~phone 4 name:styleid 4 type=select 4 any~phone 3 inside:blue 3 type=text -3 name:id 2
    next=image 2 inside:default 1 inside~style 1 options=6-9 1`,
  subject: `
    kind=contact 20 any~subject 18 before~subject 14 next=textarea 14 name~subject 13 label~subject 10
    kind=contact+radio 9 name:type 9 previous=subject 9 name~kind 8 name:form 7 kind=contact+select 6
    any~kind 5 type=radio 5 any~message 4 name:subject 4 next=radio 4 same 4 kind=registration -3
    options=4-5 3 any~name -2 previous=email 2 previous=other -2 after~message 1 class:control 1
    kind=contact+text -1 name:title 1 previous=phone 1`,
  submit: `
    type=submit 36 next=none 25 type=image 24 type=text -18 name:submit 17 always 16 class:btn 15
    type=button 13 previous=submit -11 type=select -8 previous=email 7 any~search 5 name~search 5
    previous=search-query 5 kind=mailing-list 4 kind=mailing-list+image 4 kind=search+submit 4
    type=checkbox -4 class:submit 3 kind=registration -3 kind=search+image 3 name:not -3 previous=captcha 3
    value~search 3 any~login 2 previous=none -2 value:1 -2 value~cart 2 value~login 2 any~cart 1
    kind=contact+submit 1 kind=login+submit -1 kind=search -1 name:commit 1 name:search 1 name~terms -1
    next=select -1 previous=password 1 value:go 1 value~user 1`,
  terms: `
    any~terms 26 type=checkbox 20 name~terms 18 next=submit 13 after~terms 10 type=text -9 after:i 8
    after:agree 7 kind=registration+checkbox 6 label~terms 6 after:to 3 label:i 3 value:1 2 any~newsletter 1
    kind=registration -1 kind=registration+text -1 label:agree 1 label:the 1`,
  'time-zone': `
    inside:00 5 inside:samoa 5 class:primary 4 inside:10 4 inside:11 4 inside:12 4 inside~again 4 name:sel 4
    previous=captcha 4 kind=registration+select 3 options=10+ 3 any~again 2 next=select 2
    kind=registration 1 type=select 1 type=text -1`,
  url: `
    name~site 20 any~site 18 name:url 12 before~site 11 class:input 11 kind=other+text 11 previous=other 9
    before:website 8 kind=other 8 label~site 7 before:link 5 label:link 5 type=text 5 label:website 3
    next=text 2 always -1 before:url -1 class~site 1`,
  username: `
    previous=none 30 label~user 16 any~user 12 before~name 10 next=password 10 before~mail -8
    kind=registration+text 7 name~name 7 name~user 7 always -6 kind=login+text 6 any~name 5 name:data 5
    type=text 5 after:e 4 after:what 4 after~street 4 before:please 4 before~user 4 kind=contact -4
    next=email 4 after~mail 3 any~street 3 name:author 3 name:user 3 any~clear 2 any~login 2 before:e -2
    before:mail -2 before:to 2 before:username 2 class:field -2 kind=contact+text -2 name:id 2 name:log 2
    name:login 2 name:txt 2 name~mail -2 previous=other -2 after:mail 1 before:on 1 before~kind 1
    before~register 1 class:input -1 kind=login 1 name:nick 1 name~login 1 next=submit -1 next=text -1`,
  'username-or-email': `
    before~mail 19 before~user 15 label~mail 13 any~mail 10 before~name 10 before:email 7 always -6
    any~name 6 any~user 6 kind=registration -6 label:mail 6 before:username 5 label~user 5 kind=login 4
    kind=login+text 4 label:e 4 name:login 4 name~login 4 previous=none 4 label:or 3 next=text -3
    after:password 2 after~password 2 before:mail 2 before:oder 2 before:or 2 label~name 2 next=password 2
    any~login 1 before:e 1 before:enter 1 before:id 1 class:control 1 kind=registration+text -1
    label:email 1 name~user 1`,
  year: `
    any~year 21 name:year 17 name~year 17 inside:000 15 any~date 8 name~date 8 previous=month 8
    inside~again 7 name:birth 6 any~again 3 class:year 3 class~year 3 options=10+ 3 before:year 2
    type=select 2 before~year 1`,
}
