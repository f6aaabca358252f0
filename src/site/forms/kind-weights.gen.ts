/**
 * Weights of clues for the kinds of forms, in tenths; what a clue looks like is said in clues.ts. Made by scripts/train-forms.ts, not written: logistic
 * regression with the first norm over the training half of the data of Formasaurus.
 */
export const KIND_WEIGHTS = {
  contact: `
    has=textarea 16 textareas=1 15 any~message 12 action~contact 6 any~contact 6 text~comment 6
    any~comment 5 any~password -5 text~message 5 any~user -4 form~contact 4 label:name 4 name~message 4
    text~name 4 written=4-5 4 asked=1 -3 form:contact 3 name~comment 3 any~name 2 asked=4-5 2
    label~comment 2 name:message 2 shape=text -2 text:name 2 text~user -2 written=1 -2 action:000 -1
    action:kontakt 1 action~message 1 any~news -1 any~newsletter -1 any~register -1 any~subject 1
    buttonName:button 1 form:form 1 has=hidden 1 has=password -1 hiddens=2 1 label:address 1 label~mail 1
    label~name 1 link:faq 1 name:name 1 name~subject 1 text:faq 1 text:s 1 text:sie 1 text:your 1
    text~contact 1 text~password -1 written=6-9 1`,
  login: `
    any~login 12 button~login 11 passwords=1 11 action~login 8 any~user 7 has=password 7 text~password 7
    action~user 6 action:login 5 name~login 5 name~password 5 shape=text+password 5 written=2 5 any~again -4
    form~login 4 label~password 4 link~forgot 4 link~password 4 method=post -4 name:password 4 any~mail -3
    any~remember 3 asked=1 -3 button:in 3 button~kind 3 has=radio -3 hiddens=1 3 written=1 -3 any~first -2
    any~password 2 button:login 2 buttonName~login 2 has=submit -2 method=get 2 name:login 2 asked=2 1
    asked=3 1 button~register -1 button~user 1 checkboxs=1 1 has=select -1 hidden:id -1 link~register 1
    name:email -1 name~mail -1 name~remember 1 text:and -1 text:enter -1 text:me 1 text:password 1
    text:to -1 text~forgot 1 text~login 1`,
  'mailing-list': `
    any~newsletter 11 any~mail 8 label~mail 8 any~news 7 name:email 7 label:email 6 form~newsletter 5
    name:field 5 name~mail 5 written=1 5 any~password -4 form~news 4 written=0 -4 action~news 3
    action~newsletter 3 always -3 any~register 3 hidden:form 3 name:first 3 any~buy -2 any~forgot -2
    any~login -2 any~user -2 asked=1 2 buttonName~newsletter 2 form:form -2 form:newsletter 2 form:signup 2
    label:name -2 label~name -2 name~first 2 text~news 2 text~newsletter 2 action:000 1 action~mail 1
    any~name -1 any~search -1 buttonName:primary -1 form~mail 1 has=select -1 hidden:new 1 hidden~kind 1
    label:e 1 method=get -1 name~password -1 name~user -1 shape=email 1 text:information 1 text:join 1
    text:nombre 1 text:your -1 text~password -1`,
  order: `
    any~quantity 13 any~buy 11 hidden~buy 9 any~cart 8 text~quantity 8 name~quantity 7 action~buy 5
    action~cart 4 button~cart 3 form:form -3 has=image 3 images=1 3 label:1 3 name:qty 3 text:000 3
    action:cart 2 any~cancel 2 buttonName~cart 2 button~buy 2 form:return 2 form~buy 2 has=submit -2
    hiddens=10+ 2 name~buy 2 submits=1 -2 text:in 2 action:php -1 any~search -1 button:add 1 form:product 1
    form~cart 1 has=hidden 1 hidden:id 1 hidden:item 1 hidden:product 1 text:1 1 text:2 1 text:a 1
    text:quantity 1 text~again 1`,
  other: `
    always 15 written=0 11 buttonName:submit -9 action:php 8 name~name 8 asked=0 7 name~style 7 shape= 7
    has=radio 6 hidden:form -6 label:code 6 method=get 6 any~mail -5 any~user -5 buttonName:btn 5
    form:aspnet 5 method=post 5 name:email -5 name~mail -5 text:in -5 action~user -4 any~login -4
    buttonName:primary 4 label:title 4 shape=select 4 any~kind 3 any~name 3 any~poll 3 any~year -3
    has=text 3 hidden:viewstate 3 label~mail -3 label~subject 3 label~zip 3 name:input 3 name~poll 3
    query -3 text:the 3 text:to 3 texts=3 3 action:0 -2 action:a -2 action~login -2 any~buy -2 any~zip 2
    asked=6-9 2 button:save 2 button~search -2 has=image -2 images=1 -2 label:captcha 2 label:to 2
    label:zip 2 link:de -2 link:www -2 link~terms 2 name:f 2 shape=text+text+text 2 text:10 2 text:find 2
    text:first 2 text:http -2 text:of -2 text:www -2 text:year -2 textareas=1 -2 text~search 2 text~year -2
    text~zip 2 action:login -1 any~news 1 any~quantity -1 buttonName:commit 1 form:form -1 form:if 1
    form:value 1 hidden:language 1 hidden:type 1 label:d 1 label:e -1 label:in 1 label:question 1
    label~captcha 1 label~newsletter 1 label~terms 1 link:http -1 link:of -1 name:name 1 name~kind 1
    name~last 1 radios=6-9 1 text:0 -1 text:by -1 text:code 1 text:description 1 text:e -1 text:for 1
    text:mail -1 text:new 1 text:site 1 text:vous 1 text:в -1 text:и -1 text~first 1 text~password -1
    text~subject -1`,
  recovery: `
    any~forgot 15 any~password 11 action~password 10 any~clear 7 form~password 7 action~forgot 6
    form~forgot 6 any~user 5 button~password 5 always -3 any~login 3 button~forgot 3 has=password -3
    hiddens=1 3 method=get -3 name~mail 3 written=1 3 action:password 2 any~mail 2 asked=1 2
    button:password 2 buttonName~forgot 2 name~forgot 2 text~street 2 any~kind -1 any~news -1
    any~newsletter -1 any~register -1 any~search -1 button~clear 1 form:password 1 has=select -1
    passwords=1 -1 text:e 1 text~forgot 1 text~mail 1 text~password 1 written=0 -1`,
  registration: `
    any~register 15 action~register 13 action:register 8 passwords=2 8 has=password 7 name~password 7
    any~terms 6 asked=1 -6 button~register 6 any~forgot -5 form~user 5 any~mail 4 any~password 4
    buttonName:btn 4 buttonName~register 4 form~register 4 name~user 4 text~mail 4 written=1 -4 always -3
    name~register 3 text:or 3 text~terms 3 action:auth 2 any~first 2 any~user 2 asked=4-5 2 hidden:form 2
    hiddens=1 -2 hiddens=4-5 2 label:name 2 name:password 2 name:user 2 name~mail 2 radios=2 2 text:enter 2
    text:пожалуйста 2 text~register 2 any~again 1 any~message -1 asked=3 -1 buttonName:register 1
    button~login -1 form:form 1 hidden~register 1 label:i 1 label~name 1 link:com 1 link:www 1
    link~register -1 method=get -1 name:email 1 name:id 1 name:register 1 name:type 1 name~gender 1
    name~last 1 name~name 1 text:000 -1 text:e 1 text:id 1 text:mail 1 text:www 1 text:и 1 text~forgot -1
    text~user 1`,
  search: `
    any~search 19 has=select 11 query 11 action~search 10 button~search 9 name~search 9 form~search 8
    buttonName~search 7 label~search 7 always 5 any~mail -5 asked=1 5 has=hidden -5 method=get 5
    name~name -5 text~sort 5 action:0 4 any~name -4 asked=0 -4 buttonName:search 4 has=checkbox 4
    has=image 4 images=1 4 shape= -4 text:0 4 action:search 3 any~buy 3 any~sort 3 any~year 3
    buttonName:submit 3 form:search 3 hidden~kind 3 name:email -3 name:make 3 name:price 3 name:search 3
    name~mail -3 text~name -3 action:3 2 action:a 2 action:catalog 2 action:php 2 any~date 2 button:search 2
    buttonName:commit -2 hidden:id -2 name:name -2 name:q 2 name~date 2 name~sort 2 shape=text 2 text:sort 2
    text:the -2 text:to -2 text:year 2 text~mail -2 text~year 2 written=0 2 action:6 1 any~kind 1
    any~message -1 any~news -1 any~newsletter -1 any~password -1 button:save -1 buttonName:btn -1
    checkboxs=6-9 1 form:form 1 hidden:action -1 hiddens=3 -1 label:by 1 label:enter -1 label:from 1
    label:search 1 label~mail -1 name:input -1 name:year 1 name~kind 1 name~style -1 name~year 1 selects=2 1
    text:find -1 texts=2 1 text~kind 1 text~subject 1 written=1 1`,
}
