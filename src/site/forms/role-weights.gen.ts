/**
 * Weights of clues for the roles of fields, in tenths; what a clue looks like is said in clues.ts. Made by scripts/train-forms.ts, not written: logistic
 * regression with the first norm over the training half of the data of Formasaurus.
 */
export const ROLE_WEIGHTS = {
  about: `
    type=textarea 19 kind=registration+textarea 14 kind=registration 7 always 4 name:1 4
    previous=receive-emails 4 type=text -4 any~comment 3 name~comment 3 next=checkbox 1`,
  address: `
    previous=address 25 any~street 19 before~street 18 name~street 15 after:city 11 after~city 10
    type=text 10 behind:account 7 behind:data 7 kind=registration+radio 7 after~region 6 class:location 6
    label~city 6 label~street 6 name:account 6 name:data 6 same 6 next=checkbox 5 after~kind 4 always 4
    before:location 4 label~zip 4 name:location 4 previous=none -4 type=radio 4 any~city 3 any~mail -3
    before:street 3 before~region 3 kind=contact+text 3 kind=search+text 3 any~region 2 any~zip 2
    behind~user 2 label~region 2 name~mail -2 next=radio 2 after:country 1 after~street 1 before:address -1
    before~mail -1 behind:search 1 behind~city 1 kind=search 1 label~mail -1 name:email -1 name:street 1
    type=checkbox -1`,
  cancel: `
    class:button 10 name:not 7 class:2 6 class~again 6 any~again 5 any~terms 5 kind=registration 5
    kind=registration+submit 5 name~terms 5 value~terms 5 next=none 4 type=submit 4 type=text -3
    previous=terms 2 always -1`,
  captcha: `
    any~captcha 32 before~captcha 17 name~captcha 14 next=submit 14 type=text 12 name:challenge 10
    name:code 9 label~captcha 8 previous=comment 7 before~again 4 name:recaptcha 4 before:code -3
    before:or -3 before:you -3 before:и 3 behind:upload 3 name:n 3 previous=none -3 any~again 2 before:on -2
    behind:btn 2 behind:captcha 2 behind:submit 2 kind=contact 2 kind=contact+text 2 next=text -2 always 1
    any~kind -1 before~kind -1 behind~captcha 1 kind=registration+text 1 label:captcha 1 name:captcha 1
    name:field 1 previous=captcha -1 previous=email-confirmation 1 type=textarea 1`,
  city: `
    any~city 24 name~city 23 name:city 16 before~city 14 label~city 10 type=text 5 next=none 4
    previous=postal-code 4 always 3 before:city 3 kind=search 2 label:city 2 name:2 1 next=text 1`,
  comment: `
    type=textarea 24 kind=contact+textarea 20 any~message 11 before~comment 10 previous=subject 9
    any~comment 8 kind=contact 7 next=submit 7 before:description 6 before~message 6 name~message 5
    kind=other+text 4 name:message 4 name~comment 4 after~kind 3 kind=registration -3 previous=email 3
    previous=other 3 before:comments 2 kind=other 2 label~comment 2 next=textarea -2 always 1
    class:required 1 type=text 1`,
  country: `
    any~country 24 name~country 18 before~country 12 label~country 10 name:country 10
    kind=registration+select 6 label:country 6 before:country 5 type=select 5 inside:afghanistan 4
    options=10+ 3 kind=registration 2`,
  date: `
    any~date 20 name~date 16 class:date 10 class~date 10 label~date 9 kind=search 7 before~date 6
    kind=search+text 3 any~user -2 name:date 2 previous=other 2 any~clear 1 before:check 1 behind:0 1
    behind~user -1 kind=registration -1 kind=registration+text -1 label:check 1 label~month 1 name:birth -1
    name~user -1 next=text -1 type=text -1`,
  day: `
    any~day 11 previous=month 9 behind~date 7 name:day 7 name~date 7 any~date 6 behind:birth 5 name:birth 5
    before~day 4 class:day 4 class~day 4 inside:21 4 inside:22 4 inside:23 4 before:date 3 inside:13 3
    inside:14 3 inside:15 3 inside:16 3 inside:17 3 inside:18 3 inside:19 3 inside:20 3 next=select 3
    inside:10 2 inside:11 2 inside:12 2 previous=email 2 before:birth 1 before:of 1 before~date 1
    behind:of 1 behind~month 1 inside~again 1 kind=registration 1 name~day 1`,
  'daylight-saving': `
    behind~kind 5 behind~mail 5 class:primary 5 name:sel 5 options=3 5 kind=registration+select 4
    next=checkbox 4 type=select 3 kind=registration 2 always 1 type=text -1`,
  email: `
    any~mail 28 name:email 18 before~mail 16 name~mail 15 previous=email -15 label~user -13 before~name -12
    previous=none 11 label:email 10 type=text 10 value~mail 8 previous=full-name 7 before~again -6
    label~name -6 behind:password 5 after:o 4 class:form 4 kind=mailing-list 4 kind=registration -4
    label~again -4 label~mail 4 name:edit 4 value:email 4 before:email 3 before~user -3 class:required 3
    kind=login+text 3 label:e -3 previous=submit -3 type=checkbox -3 any~again -2 any~user -2 before:e 2
    before:ein -2 before:id -2 behind:pass 2 behind~password 2 class:text 2 kind=login 2
    kind=mailing-list+text 2 name~name 2 after:de 1 after:e -1 any~street 1 before:confirm -1 before:mail 1
    behind:passwort -1 kind=other -1 kind=registration+checkbox -1 label:mail -1 name:2 1 name:address 1
    name:name 1 name~again 1 name~street 1 next=password 1`,
  'email-confirmation': `
    previous=email 15 any~again 11 name~mail 11 any~mail 10 before~again 10 label~again 9 name~again 8
    before~mail 6 label~mail 5 before:confirm 4 before:email 4 always -3 label:email 3 name:email 3
    behind~again 1`,
  fax: `
    any~fax 13 name:fax 13 previous=phone 11 before:fax 9 before~fax 9 name~fax 8 kind=registration+text 3
    behind~newsletter 2 type=text -1`,
  'first-name': `
    name~first 16 before~name 14 any~first 12 behind~last 11 name~name 11 any~name 10 behind~name 10
    before~first 8 label~name 7 previous=last-name 7 name:first 5 name:name 5 next=text 5 after~last 4
    name:field 4 after:last 3 always -3 name~register 2 after:отчество 1 any~register 1 behind:name 1
    behind~mail 1 label:name 1 name:firstname 1 previous=first-name -1`,
  'full-name': `
    any~name 19 before~name 11 name~name 11 kind=contact 8 after~mail 7 next=submit -7 before:te 6
    kind=contact+text 6 next=text 6 after:e 5 behind~street 5 class~name 5 previous=first-name -5
    any~first -4 before:e 4 behind:phone 4 behind~phone 4 label:name 4 name:profile 4 after~name -3
    any~company -3 any~register -3 before~company -3 behind:email 3 name:field -3 previous=none 3
    type=text 3 value:name 3 before:name 2 behind~last -2 class:required 2 label~name 2 name~user 2
    previous=other 2 previous=username 2 after~last -1 always 1 any~contact -1 any~user 1 before:имя 1
    behind:user 1 kind=search -1 name:1 1 name:name 1 name:user 1 name~first -1 previous=last-name -1
    value~name 1`,
  gender: `
    name~gender 23 any~gender 21 name:gender 10 kind=registration+radio 9 type=radio 9 before~gender 7
    kind=registration 7 label~gender 7 type=text -6 behind~gender 5 options=2 4 after~gender 3 behind~user 3
    previous=gender 3 kind=registration+select 2 next=radio 1 same 1`,
  honeypot: `
    kind=contact+text 13 kind=contact 10 next=submit 8 type=text 6 before:code 5 before:on 5 before:or 5
    before:type 5 name:captcha 5 previous=captcha 5 before:the 4 before:you 4 name~captcha 4 any~captcha 3
    always -2 any~kind 2 before~kind 2 behind:submit 2 previous=comment 2 next=text -1`,
  'last-name': `
    before~last 19 any~last 17 after~name 14 any~name 12 name~last 12 previous=first-name 12 after~first 9
    before~name 9 name~name 8 name:last 5 behind~first 4 label~last 4 always -3 before:last 3
    kind=other+text 3 name:lastname 3 next=text 3 before:nom 2 before:your -2 kind=other 2 label:nom 2
    label~name 2 name:fullname -2 after:votre 1 after~mail -1 before:votre 1 class:text 1 label:votre 1`,
  'middle-name': `
    before:отчество 11 previous=first-name 10 name~name 7 any~name 6 after~street 4 behind~street 4
    kind=registration+text 4 next=text 3 type=text 3 kind=registration 2 always -1`,
  month: `
    any~month 18 name~month 15 name:month 11 previous=day 10 behind~date 9 any~date 8 name~date 7
    options=10+ 7 previous=year 5 next=select 4 behind:birth 3 class:month 3 class~month 3 inside~month 3
    name:birth 3 behind:day 2 kind=registration 2 kind=registration+select 2 type=select 2`,
  number: `
    previous=number 16 type=text 14 kind=search+text 12 kind=search 8 after~kind 6 before:for 6 kind=other 6
    next=text 6 readonly 6 before~kind 5 behind:location 4 always 3 any~kind 3 behind:8 3 label:to 3
    next=submit -3 previous=none -3 before:to 2 kind=other+text 2 kind=registration -2 name:8 2
    name:location 2 name:price 2 any~user -1 before:in 1 name:1 -1 name~buy 1 name~name -1 previous=submit 1`,
  openid: `
    always -2`,
  organization: `
    before~company 17 any~company 12 name~company 9 kind=registration+text 7 name:company 7 any~name 6
    before:company 5 label~company 5 type=text 5 after~street 4 before~name 4 next=text 4
    previous=last-name 4 before:name 2 class:input -2 label~name 2 behind:account -1 kind=contact+text 1
    label:company -1`,
  other: `
    always 33 type=checkbox 19 previous=other 16 kind=other 13 type=radio 13 name~buy 11 any~name -10
    before:your 10 kind=search -10 type=file 9 before:code 8 before:you 8 type=select 8 inside:000 -7
    kind=other+radio 7 type=text -7 value:1 7 after:number 6 before:a 6 before:add 6 inside:10 -6
    name:button 6 name:code 6 name:f 6 next=radio 6 after~name 5 any~buy 5 before~mail -5 behind~company 5
    behind~terms -5 inside~again -5 kind=order+select 5 name:1 5 name:title 5 name~gender -5 name~kind 5
    next=none -5 next=text 5 next=textarea 5 type=textarea -5 after:a 4 any~mail -4 any~register 4
    before:id 4 before:order 4 before:select 4 before:what 4 behind:form -4 kind=contact+file 4
    kind=other+text -4 label~kind 4 label~name -4 same 4 after:address 3 after:for 3 after~phone 3
    after~quantity 3 any~date -3 any~site -3 before:have 3 before:optional 3 before:this 3 before~style 3
    behind~kind -3 class:file 3 class:required -3 inside:50 -3 kind=contact 3 kind=registration+textarea -3
    kind=search+radio -3 kind=search+select -3 label:code 3 label:your 3 name:data -3 name~name -3
    name~subject 3 name~terms -3 previous=subject -3 after:key 2 after~city -2 any~remember -2 any~terms -2
    any~zip -2 before:number 2 before:with 2 behind:ch 2 behind:ctl -2 behind~again -2 behind~sort -2
    class:form -2 class:input 2 kind=mailing-list 2 kind=other+checkbox 2 kind=registration 2
    kind=registration+text 2 label:a 2 label:account 2 label:search 2 name:000 2 name:cb -2 name:type 2
    name~password -2 options=6-9 2 previous=email 2 previous=none 2 previous=password -2 after:your 1
    any~comment -1 any~country -1 any~message -1 any~password -1 any~region -1 before:advanced -1
    before:job 1 before:key 1 before:my 1 before:one 1 before~site -1 before~street -1 behind:000 1
    behind:6 1 behind:address -1 behind:data -1 behind:input 1 behind~captcha 1 behind~name 1
    behind~quantity 1 behind~search -1 class:select 1 inside:20 -1 inside:one 1 inside~month -1
    kind=mailing-list+checkbox 1 kind=registration+checkbox 1 label~news -1 name:0 -1 name:image 1
    name:list 1 name:part -1 next=file 1 next=select 1 previous=remember-me 1`,
  password: `
    password=1 24 type=password 19 name~password 16 any~password 13 kind=login+password 9 name:password 9
    previous=password -7 type=text -6 before~password 5 previous=email 5 kind=login 3 label~password 3
    previous=username 3 any~again -2 before:password 2 behind~again 2 kind=registration+password 2
    next=password 2 after~password 1 name~again -1`,
  'password-confirmation': `
    password=2 16 previous=password 16 kind=registration+password 12 type=password 11 any~again 8
    any~password 8 name~again 8 before~again 7 name~password 5 type=text -5 before~password 4
    name:password 3 always -2 kind=registration 2 label~again 2 label~password 1`,
  phone: `
    any~phone 31 before~phone 23 name~phone 22 label~phone 12 name:phone 11 before:phone 9 type=text 3
    label:phone 2 kind=registration+text 1 previous=email 1`,
  'postal-code': `
    any~zip 34 name~zip 23 before~zip 15 name:zip 15 type=text 11 label~zip 7 previous=address 7
    after~region 5 behind~region 5 label:code 4 before:code 3 kind=order+text 3 kind=order 2 name:zipcode 2
    kind=contact -1 kind=other 1 next=text 1`,
  quantity: `
    any~quantity 22 kind=order 15 name~quantity 15 kind=order+text 9 before~quantity 8 class~quantity 8
    name:qty 6 value:1 6 class:qty 5 name:quantity 4 next=submit 4 before:quantity 3 name:0 3 next=text -3
    previous=none 2 kind=registration -1 label~quantity 1 previous=other 1`,
  'read-only': `
    behind~name 13 type=text 10 value:0 10 after~name 7 always 7 any~password 7 kind=order+text 6
    kind=registration+text -5 previous=none 5 value~subject 5 any~street 4 any~subject 4 behind:1 4
    behind:name 4 kind=order 4 behind:ctl 3 class:default 3 kind=contact+text 3 name:ctl 3 name:hint 3
    name:navbar 3 name:vb 3 any~secret 2 class:input -2 class:textbox 2 name:password 2 name~password 2
    name~secret 2 next=none 2 any~login 1 any~user -1 kind=contact 1 kind=login+text 1 name:login 1
    name~login 1 previous=password 1`,
  'receive-emails': `
    kind=registration+checkbox 18 type=checkbox 18 label~news 11 any~mail 10 any~news 10 name~newsletter 10
    value:1 9 any~newsletter 8 after~news 7 name~mail 7 type=text -6 kind=registration 5 name:accept 5
    behind~terms 4 label:me 4 label:partners 4 label~mail 4 after:and 3 any~terms 3 behind:accept 3
    label:and 3 name:newsletter 3 name~news 3 name~terms 3 behind:register 1 label:offers 1 label:send 1
    previous=none -1 value:true 1`,
  'remember-me': `
    kind=login+checkbox 22 kind=login 16 type=checkbox 16 any~remember 14 name~remember 14
    previous=password 12 type=text -8 value:1 5 kind=registration -3 next=submit 3 name:remember 2
    name~user 2 next=none 2 after~forgot 1 label~remember 1 name~login 1`,
  reset: `
    previous=submit 9 any~clear 8 any~forgot 8 name:reset 8 name~clear 8 name~forgot 8 type=reset 8
    class:button 7 next=none 7 type=text -3`,
  'search-query': `
    kind=search+text 24 kind=search 17 query 17 any~search 15 previous=none 13 label~search 12
    next=submit 10 name~search 8 next=text -6 name:q 5 type=text 5 next=image 4 previous=submit 4 any~zip -3
    kind=registration -3 always -2 behind:00 2 behind:ctl 2 kind=search+search 2 label:search 2 name:00 2
    name:ctl 2 name:location -2 type=search 2 type=select -2 class:autocomplete 1 name:bar -1 name~zip -1`,
  'search-refinement': `
    kind=search 39 kind=search+checkbox 19 kind=search+select 18 previous=search-refinement 14
    kind=search+radio 13 type=text -13 type=checkbox 12 after~kind -9 next=none -8 type=select 8 same 7
    type=radio 7 kind=registration -6 next=radio 6 any~sort -5 kind=search+text -5 name:search 5
    name~sort -5 next=checkbox 5 any~kind 4 before~search 4 name~search 4 after:search -3 behind~search 3
    inside:alle 3 inside:an -3 always 2 behind:search 2 name:bar 2 name:ddl 2 options=6-9 2 type=submit -2
    after:to -1 after~search -1 any~user 1 any~zip -1 before~sort -1 behind:submit -1 inside:15 -1
    inside:2 1 inside:any -1 inside~sort -1 kind=contact -1 name~kind 1 name~zip -1 previous=search-query 1`,
  'security-question': `
    always -2`,
  sorting: `
    any~sort 19 name~sort 19 kind=search 12 type=select 12 behind~sort 11 previous=sorting 9 before~sort 7
    inside:25 7 kind=search+select 7 inside:50 6 options=6-9 6 previous=none 6 type=text -6 after:по 4
    any~kind 4 before:sort 4 kind=other+select 4 label:по 4 options=3 4 any~buy 3 before:per 3
    kind=search+radio 3 before:by 2 inside~day 2 inside~month 2 kind=registration -2 next=none 2
    next=text -2 options=10+ -2 after:by 1 inside:3 1 inside:6 1 inside:7 1 inside~subject 1 kind=other 1
    name:by 1 name:sd 1 type=radio 1`,
  state: `
    any~region 18 name~region 16 before~region 12 any~search 11 options=10+ 10 name:state 9 previous=city 9
    type=select 8 next=select 6 class~search 5 name:reg 5 next=text 5 before:state 4 class:select 4
    inside:state 4 previous=postal-code 4 inside:alabama 3 inside:alaska 3 inside:arizona 3
    inside:arkansas 3 inside~region 3 kind=search+select 3 label~region 3 after~city 2 behind~city 2
    after:zip 1 after~zip 1 behind~search 1 inside:american 1 inside:samoa 1 label:state -1 name:form 1
    name~search 1`,
  style: `
    name~style 11 any~style 10 kind=other+select 9 inside:4 7 kind=other 6 inside:mobile 5 inside~phone 5
    name:styleid 5 previous=none 5 type=select 4 type=text -3 inside:blue 2 name:id 2 next=image 2 always -1
    inside:default 1 inside~style 1 options=2 -1 options=6-9 1`,
  subject: `
    any~subject 20 kind=contact 19 before~subject 14 name~subject 11 next=textarea 11 label~subject 10
    kind=contact+radio 8 previous=subject 8 after~message 7 name:type 7 behind:form 6 behind:type 6
    kind=contact+select 6 behind~kind 5 behind~message 5 name~kind 5 type=radio 5 any~message 4
    behind:message 4 kind=registration -4 name:subject 4 next=radio 4 same 4 before~message 3 name:form 3
    any~kind 1 before:subject 1 kind=contact+text -1 name:title 1 options=4-5 1 previous=other -1
    type=text -1`,
  submit: `
    type=submit 35 next=none 25 type=image 23 name:submit 17 type=text -17 always 16 class:btn 15
    type=button 12 previous=submit -10 type=select -8 previous=email 7 previous=search-query 6 any~search 5
    name~search 5 class:submit 4 kind=mailing-list 4 kind=mailing-list+image 4 kind=registration -4
    kind=search+submit 4 type=checkbox -4 kind=search+image 3 name:not -3 previous=captcha 3
    previous=none -3 value~login 3 value~search 3 any~login 2 name:commit 2 name~terms -2 value:1 -2
    value~cart 2 any~cart 1 any~register 1 behind:subscribe 1 behind~newsletter 1 kind=contact+submit 1
    kind=login+submit -1 kind=search -1 kind=search+text -1 name:search 1 next=select -1 previous=password 1
    value:go 1 value~register 1 value~user 1`,
  terms: `
    type=checkbox 22 any~terms 20 name~terms 19 after~terms 14 next=submit 13 after:agree 10 after:i 10
    kind=registration+checkbox 8 type=text -8 after:to 7 label~terms 6 value:1 3 after~user 2 before:e 2
    label:i 2 after:terms 1 any~user 1 kind=registration -1 kind=registration+text -1 label:agree 1
    next=text -1`,
  'time-zone': `
    inside:00 5 inside:samoa 5 class:primary 4 inside:10 4 inside:11 4 inside:12 4 inside~again 4 name:sel 4
    previous=captcha 4 kind=registration+select 3 next=select 3 options=10+ 3 type=select 2
    kind=registration 1 type=text -1`,
  url: `
    any~site 19 name~site 19 before~site 11 kind=other+text 11 name:url 11 class:input 10 previous=other 9
    kind=other 8 before:website 7 label~site 7 type=text 6 before:link 5 label:link 5 label:website 3
    next=text 3 any~name -2 always -1 before:url -1 class~site 1`,
  username: `
    previous=none 29 label~user 15 any~user 14 any~name 9 behind~password 8 always -7 before~mail -7
    before~name 7 behind:txt 7 before~user 6 behind:email 6 kind=registration+text 6 behind~mail 5
    kind=contact -5 kind=login+text 5 name~user 5 next=password 5 after:what 4 after~street 4 behind:data 4
    name~name 4 type=text 4 any~register 3 before:please 3 kind=contact+text -3 name:author 3 name:data 3
    name:id 3 after:e 2 any~login 2 before:e -2 before:to 2 before:username 2 class:field -2 name:login 2
    name:user 2 next=email 2 after:name 1 any~clear 1 any~mail -1 before:mail -1 before:on 1 before~kind 1
    before~register 1 behind:user 1 class:input -1 name:txt 1 name~login 1 name~mail -1 next=text -1
    previous=other -1 type=select -1`,
  'username-or-email': `
    before~mail 18 before~user 15 label~mail 11 any~mail 10 before~name 9 before:email 7 always -6
    any~name 6 any~user 6 kind=registration -6 before:username 5 label:mail 5 label~user 5 label:e 4
    name:login 4 name~login 4 kind=login 3 kind=login+text 3 label:or 3 next=text -3 previous=none 3
    after:password 2 after~password 2 before:mail 2 before:or 2 label~name 2 any~login 1 before:e 1
    before:enter 1 before:id 1 before:oder 1 class:control 1 kind=registration+text -1 label:email 1
    name~user 1 next=password 1`,
  year: `
    any~year 20 name:year 16 name~year 16 inside:000 15 inside~again 10 any~date 9 name~date 9
    previous=month 8 name:birth 6 options=10+ 5 type=select 4 class:year 3 class~year 3 before:year 2
    always 1 before~year 1 kind=registration+select -1`,
}
